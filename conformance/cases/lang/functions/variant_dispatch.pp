# spec: 003 "Defining a Typed Dispatch": one of several types by a Variant
function least(Variant[Numeric, String] $a, Variant[Numeric, String] $b) {
  case [$a, $b] {
    [Numeric, Numeric]: { if $a <= $b { $a } else { $b } }
    [String, String]: { if $a.downcase <= $b.downcase { $a } else { $b } }
    default: { fail('mixed') }
  }
}
notice(least(2, 1.5), least('b', 'A'))
notice(least([], 1))
