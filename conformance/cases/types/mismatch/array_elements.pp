class c(Array[Enum[a, b], 1, 3] $l) { }
class { 'c': l => ['a', 'z', 'b', 5] }
