# Classes: inherit define
define d { }
class a inherits d { }
include a
