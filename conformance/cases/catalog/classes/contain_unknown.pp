# Classes: contain unknown
class a { contain nope }
include a
