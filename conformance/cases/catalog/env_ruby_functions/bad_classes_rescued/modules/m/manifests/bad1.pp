class m::bad1 { notify { 'bad1': } fail('bad one') }
