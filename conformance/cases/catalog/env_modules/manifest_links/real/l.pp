notice(linked)
