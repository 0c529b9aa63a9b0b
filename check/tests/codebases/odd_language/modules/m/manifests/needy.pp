# the data may give a value in place of undef
class m::needy(Hash $settings) { notice($settings) }
