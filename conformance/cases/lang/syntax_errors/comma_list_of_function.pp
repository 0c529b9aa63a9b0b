# comma list of function
foo 1, 2
