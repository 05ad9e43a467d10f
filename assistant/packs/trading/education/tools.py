TOOLS = ()
