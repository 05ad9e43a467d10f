"""What every part that reads text shares: folding, tokens, stems, forms of words, lists, slips."""
