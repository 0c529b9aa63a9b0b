class m($list = ['a', 'b']) {
  $local = 'seen'
  file { '/m': content => epp("${module_name}/scope.epp") }
  file { '/p': content => epp('m/with_params.epp', { who => $local, times => 2 }) }
}
