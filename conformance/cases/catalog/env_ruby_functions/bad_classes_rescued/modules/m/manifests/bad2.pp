class m::bad2($p) { notify { 'bad2': } }
