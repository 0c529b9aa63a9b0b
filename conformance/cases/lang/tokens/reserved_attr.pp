# attr is reserved
notice('before')
$x = attr
