notify{['a','b','c','d']:} Notify['a'] -> [] -> Notify['d']
