# spec: 004 "Expressions with Side Effects": references of resources with unknown names
$title_of_it = "file${1 + 1}"
$ref = notify { $title_of_it: message => 'x' }
notify { 'after': require => $ref }
notice($ref, Notify['after']['require'])
