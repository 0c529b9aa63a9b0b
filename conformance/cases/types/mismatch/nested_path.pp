function f(Hash[String, Struct[{ list => Array[Struct[{ n => Integer }]] }]] $x) { 1 }
f({ 'k' => { list => [{ n => 1 }, { n => 'two' }] } })
