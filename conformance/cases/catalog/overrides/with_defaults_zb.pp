# Overrides: with defaults zb
define 1a { }
