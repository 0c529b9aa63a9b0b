# spec: 001 "Interpolation": quotes may stand inside
$h = { 'k' => 'v' }
notice("<VirtualHost *:${h["k"]}> ${join(["a", "b"], ",")}")
