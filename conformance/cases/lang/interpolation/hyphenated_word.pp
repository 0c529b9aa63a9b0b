# a word with a hyphen in braces is taken for a variable
notice("${a-b}")
