# Resources: attr sensitive class
class c(Sensitive $s) { notify { "n$title": message => $s.unwrap } }
class { 'c': s => Sensitive('pw') }
