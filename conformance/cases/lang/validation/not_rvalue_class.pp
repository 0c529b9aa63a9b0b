# a definition is no value
$a = class b { }
