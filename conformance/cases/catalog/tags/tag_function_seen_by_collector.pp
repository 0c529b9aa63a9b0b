notify { 'x': }
tag('after')
class b { notify { 'z': } }
include b
tag('after2')
Notify <| tag == 'after2' |> { message => 1 }
