# 002: what the code of resource types declares, and what ends in an error
node 'in_loop' {
  in_loop { 'a': one => 1, two => 2, three => 3, four => 4 }
}

node 'in_loop_unknown' {
  in_loop { 'a': five => 5 }
}

node 'with_macros' {
  with_macros { 'a': quick => true, quiet => false }
}

node 'with_macros_unknown' {
  with_macros { 'a': common => true }
}

node 'with_hook' {
  with_hook { 'a': quick => true, common => 1 }
}

node 'built_patterns' {
  built_patterns { ['a', 'b:1', 'b:2']: ensure => present }
}

node 'built_patterns_twice' {
  built_patterns { 'b:1': }
  built_patterns { 'other': host => 'b', port => '1' }
}

node 'built_patterns_none' {
  built_patterns { 'a b': }
}

node 'no_patterns' {
  no_patterns { 'a': }
}

node 'same_names' {
  same_names { 'a': name => 'x' }
  same_names { 'b': name => 'x' }
}

node 'own_names' {
  own_names { 'a': name => 'x' }
  own_names { 'b': name => 'x' }
}

node 'from_parents' {
  from_parents { 'a': items => ['b'], member => true }
  from_parents { 'c': key => 'a' }
}

node 'provided' {
  provided { 'a': provider => 'derived' }
}

node 'parent_elsewhere' {
  parent_elsewhere { 'a': provider => 'x' }
}

node 'extended_elsewhere' {
  extended_elsewhere { 'a': more => 1, provider => 'more' }
}

node 'in_two_modules' {
  in_two_modules { 'a': of_a => 1 }
}

node 'in_two_modules_unknown' {
  in_two_modules { 'a': of_b => 1 }
}

node 'by_fact' {
  by_fact { 'a': linux => 1 }
}

node 'raising_provider' {
  raising_provider { 'a': }
}

node 'latin' {
  latin { 'a': more => 1 }
}

node 'unclosed' {
  unclosed { 'a': }
}

node 'twice' {
  twice { 'a': }
}

node 'unknown_condition' {
  unknown_condition { 'a': path => 1 }
}

node 'by_load_path' {
  by_load_path { 'a': deep => 1 }
}

node 'changed_language' {
  changed_language { 'a': my_thing => 1 }
}

node 'by_constant' {
  by_constant { 'a': extra => 1 }
}

node 'with_calls' {
  with_calls { 'a': first => 1, second => 2, x => 1, y => 1 }
}
