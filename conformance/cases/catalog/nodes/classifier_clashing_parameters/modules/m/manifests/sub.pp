class m::sub { notify { 'sub': message => "${facts['os']} ${role}" } }
