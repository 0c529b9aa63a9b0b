# Classes: define settings
class settings { }
include settings
