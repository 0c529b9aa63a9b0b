# Classes: declare upper
class foo::bar { notice($title, $name) }
class { 'Foo::BAR': }
