class m::bad5 inherits m::bad1 { notify { 'bad5': } }
