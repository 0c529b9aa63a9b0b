$role = 'web'
$site = 'north'

# Lookups of single keys, of which a third interpolate and a third refer to other keys
node lookups {
  Integer[0, 299].each |$i| {
    $found = lookup("key${i}", { 'default_value' => 'none' })
    if $i % 50 == 0 { notice($found) }
  }
  Integer[0, 199].each |$i| { lookup("missing${i}", { 'default_value' => $i }) }
}

# Lookups that merge
node merges {
  Integer[1, 25].each |$i| {
    $packages = lookup('packages')
    $users = lookup('users::all', Hash, { 'strategy' => 'deep', 'sort_merged_arrays' => $i % 2 == 0 })
    $limits = lookup('app::limits')
    if $i == 25 { notice($packages.size, $users.size, $limits) }
  }
}

# Parameters of classes from data
node parameters {
  include app
  Integer[1, 120].each |$i| { app::instance { "i${i}": } }
}

# Templates in EPP and in ERB
node templates {
  Integer[1, 150].each |$i| {
    $numbers = Integer[1, $i % 20 + 1]
    $parameters = { 'title' => "t${i}", 'items' => $numbers.map |$n| { "item ${n}" } }
    file { "/tmp/epp${i}": content => epp('app/page.epp', $parameters) }
    app::page { "p${i}": items => $parameters['items'] }
  }
}

# Functions in Ruby, which run natively
node ruby {
  $sums = Integer[1, 400].map |$i| {
    app::digest({ 'name' => "n${i}", 'parts' => ["a${i}", "b${$i * 3}"] })
  }
  notice($sums.unique.size)
}
