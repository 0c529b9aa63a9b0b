# Classes: define main
class main { notice('m') }
include main
