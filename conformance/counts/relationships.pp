# Relationships between 2,000 resources in 40 classes: by arrows, by metaparameters and by containment
define step(Integer $number) {
  notify { "step ${number}": }
  if $number > 1 {
    Notify["step ${$number - 1}"] -> Notify["step ${number}"]
  }
}
class group { contain last }
class last { notify { 'last': require => Class['group::inner'] } }
class group::inner { notify { 'inner': } }
include group, group::inner
Integer[1, 2000].each |$i| {
  step { "s${i}": number => $i, before => Class['last'], tag => ["group${$i % 40}"] }
}
