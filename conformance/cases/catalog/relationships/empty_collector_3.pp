notify{['a','b','c','d']:} Notify['a'] -> File<||> ~> Exec<||> -> Notify['b'] ~> Notify['c']
