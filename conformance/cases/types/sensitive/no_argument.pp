notice(Sensitive())
