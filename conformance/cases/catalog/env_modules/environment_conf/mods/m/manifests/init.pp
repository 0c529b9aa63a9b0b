class m { notice('m') }
