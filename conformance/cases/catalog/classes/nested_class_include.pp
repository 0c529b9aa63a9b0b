# Classes: nested class include
class o { class i { notice("i $module_name") } include i }
include o
include o::i
