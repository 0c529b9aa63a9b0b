# nothing in braces
notice('before')
notice("a${}b")
