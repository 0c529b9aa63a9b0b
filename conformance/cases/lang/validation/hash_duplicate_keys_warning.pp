# settings: strict=warning
# which may be a warning only
$a = { a => 1, 'b' => 2, "a" => 3 }
notice($a)
