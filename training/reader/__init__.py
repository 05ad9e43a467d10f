"""The reader: its encoder's base, its cases and variations, its net, and how it is taught."""
