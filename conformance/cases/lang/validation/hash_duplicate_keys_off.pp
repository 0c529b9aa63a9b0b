# settings: strict=off
# or nothing
$a = { a => 1, 'b' => 2, "a" => 3 }
notice($a)
