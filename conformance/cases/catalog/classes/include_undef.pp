# Classes: include undef
include undef
