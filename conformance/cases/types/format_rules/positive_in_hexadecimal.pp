# spec: 000 "String": the example of positive Integers in hexadecimal
$format_map = {
  Integer[default, -1] => "%d",
  Integer[0, default] => "%#x"
}
notice(String("-1", $format_map), String("10", $format_map), String(-1, $format_map), String(10, $format_map), String([-1, 10], $format_map))
