# spec: 000 "variables": numbers name matches and can not be assigned
$1 = 'x'
