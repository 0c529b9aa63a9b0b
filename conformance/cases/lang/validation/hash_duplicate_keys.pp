# a key is given twice
$a = { a => 1, 'b' => 2, "a" => 3 }
