# Classes: nested class relative
class o { class i { notice("i") } include o::i }
class i { notice('top i') }
include o
