# Classes: inherit absolute
class p::q { $z = 3 }
class a inherits ::p::q { notice($z) }
include a
