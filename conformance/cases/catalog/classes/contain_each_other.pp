class a { contain b }
class b { contain a }
include a
