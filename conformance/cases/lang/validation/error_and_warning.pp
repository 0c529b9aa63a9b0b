# settings: strict=warning
# one error is raised itself
$a::a = { a => 1, a => 2 }
