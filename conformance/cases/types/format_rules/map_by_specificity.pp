# spec: 000 "String"
$m = {Integer[default, -1] => '%d', Integer[0, default] => '%#x'}
notice(String(-1, $m), String(10, $m), String('10', $m))
notice(String([1, 10], {Array => {format => '%a', string_formats => {Integer => '%d', Integer[5, 20] => '%x'}}}))
