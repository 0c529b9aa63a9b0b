# Classes: include file type
include File['/a']
