# one expression only
notice("a${1 2}b")
