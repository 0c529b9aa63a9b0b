# method upper case
$x = $y.Foo
