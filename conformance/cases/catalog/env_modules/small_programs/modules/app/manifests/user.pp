define app::user(Integer $uid, Optional[String] $shell = undef, String $home = "/home/${title}") {
  user { $title: uid => $uid, shell => $shell, home => $home, tag => "u-${uid}" }
  if $shell { notify { "${name} has ${shell}": } }
}
