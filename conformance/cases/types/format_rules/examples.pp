# spec: 000 "String"
notice(String(10), String([10]), String(10, "%#x"), String([10], "%(a"))
$map = { Integer[default, -1] => '%d', Integer[0, default] => '%#x' }
notice(String(-1, $map), String(10, $map))
$formats = { Array => {format => '%(a', string_formats => { Integer => '%#x' } } }
notice(String([1,2,3], $formats))
