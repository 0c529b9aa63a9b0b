# spec: 000 "The Default Type"
notice(type(default), default =~ Default, 'default' =~ Default)
