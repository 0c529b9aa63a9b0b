type M::Role = Enum['master', 'slave']
