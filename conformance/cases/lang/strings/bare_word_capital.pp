# spec: 001 "Bare words": words that begin with upper case are types or references
notice(Integer)
notice(type(Integer))
notice(File['/a'])
notice(Notype)
