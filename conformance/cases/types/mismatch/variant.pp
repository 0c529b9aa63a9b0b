class c(Variant[Integer, Array[Integer], Enum[auto]] $v) { }
class { 'c': v => 'manual' }
