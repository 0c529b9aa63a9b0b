type Port = Integer[1, 65535]
class c(Array[Port] $ports = [80]) { notice($ports) }
class { 'c': ports => [443, 0] }
