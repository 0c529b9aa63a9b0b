# Classes: include number
include 1
