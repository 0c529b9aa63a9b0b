notice(5 =~ NoSuchType)
