notice(call('versioncmp', '1', 2))
