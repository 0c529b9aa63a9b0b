class base($p = 'one', $q = "${p}!") { notify { "base ${p} ${q}": } }
class child($p = 'two') inherits base { notify { "child ${p} ${base::p} ${q}": } }
class { 'base': p => 'given' }
include child
