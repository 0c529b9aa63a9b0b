# Classes: class param metaparam name
class a($noop) { }
include a
