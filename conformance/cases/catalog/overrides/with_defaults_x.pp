# Overrides: with defaults x
class "a" { }
