# comma list after call
notice(1), 2
