define d($c) { notify { "d ${title}": } include $c }
class one { notify { 'one': } }
class two { notify { 'two': } d { 'inner': c => 'three' } }
class three { notify { 'three': } }
d { 'a': c => 'one' }
d { 'b': c => 'two' }
notify { 'last of main': }
