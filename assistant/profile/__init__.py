"""What is learned of a person, beside facts: the profile that packs declare (K5). Pure."""
