notify{['a','b','c','d']:} Notify['a'] -> File<||> ~> Notify['b']
