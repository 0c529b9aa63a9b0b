function app::walk(Variant[Hash, Array, Scalar, Undef] $v, String $p = '') >> Array[String] {
  case $v {
    Hash: { $v.map |$k, $w| { app::walk($w, "${p}/${k}") }.flatten }
    Array: { $v.map |$i, $w| { app::walk($w, "${p}[${i}]") }.flatten }
    undef: { ["${p}=~"] }
    default: { ["${p}=${v}"] }
  }
}
