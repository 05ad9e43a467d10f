"""Where prices come from: files, an exchange, or a market that is made up and says so."""
