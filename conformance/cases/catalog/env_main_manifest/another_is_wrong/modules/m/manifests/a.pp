class m::a { notice('a') }
