# 003: a function that is neither a statement nor gives a value
notice(f())
