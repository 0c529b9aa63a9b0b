class x { notify { a: } }
include x
class y { Notify[a] { * => { tag => /x y/ } } }
include y
