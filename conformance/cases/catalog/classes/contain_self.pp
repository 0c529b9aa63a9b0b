# Classes: contain self
class a { contain a }
include a
