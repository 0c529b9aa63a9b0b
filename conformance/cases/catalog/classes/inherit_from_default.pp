# Classes: inherit from default
class a inherits default { }
include a
