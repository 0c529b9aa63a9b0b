notice(Timestamp('not a time'))
