# Resources: value virtual
$x = @notify { 'a': }
notice($x)
