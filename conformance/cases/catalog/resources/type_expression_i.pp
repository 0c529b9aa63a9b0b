# Resources: type expression i
$h = { t => 'notify' }
$h['t'] { 'x': }
