# Classes: include empty
include ''
