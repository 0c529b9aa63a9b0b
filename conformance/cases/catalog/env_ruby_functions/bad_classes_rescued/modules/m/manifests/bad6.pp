class m::bad6 { include m::bad1 }
