# Relationships: arrow undef
notify { 'a': }
undef -> Notify['a']
