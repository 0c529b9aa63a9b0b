create_resources('class', { 'a' => { 'x' => 5 }, 'b' => {} })
class a($x) { notify { "a ${x}": } }
class b { notify { 'b': } }
