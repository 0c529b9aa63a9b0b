class m::bad4(Integer $p = 'x') { notify { 'bad4': } }
