class prof::two(Optional[String] $x = undef) { require prof::one notify { 'two': message => $x } }
