# Classes: require unknown
require nope
