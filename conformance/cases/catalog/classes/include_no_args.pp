# Classes: include no args
include()
