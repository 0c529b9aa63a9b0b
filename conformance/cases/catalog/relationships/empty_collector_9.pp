notify{['a','b','c','d']:} Notify['a'] -> File<||> Notify['c'] -> File<||> -> Notify['b']
