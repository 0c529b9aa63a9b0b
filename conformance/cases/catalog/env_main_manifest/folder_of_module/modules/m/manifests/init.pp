class m { notice('m') include m::a }
