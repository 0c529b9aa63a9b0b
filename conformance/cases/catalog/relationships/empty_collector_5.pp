notify{['a','b','c','d']:} Notify['b'] <- File<||> <~ Notify['a']
