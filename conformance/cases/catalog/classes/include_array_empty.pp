# Classes: include array empty
include []
notice('ok')
