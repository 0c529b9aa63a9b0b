# spec: 000 "String"
$nan = 0.0 / 0.0
notice(String($nan), String($nan, '%d'), String($nan, '%8.2f'), String($nan, '%c'), [String([$nan], { Float => '%05.1f' })])
