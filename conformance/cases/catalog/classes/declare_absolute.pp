# Classes: declare absolute
class foo { notice($title, $name) }
class { '::foo': }
include foo
