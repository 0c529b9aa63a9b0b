# method comma last
$x = [1].join('a',)
