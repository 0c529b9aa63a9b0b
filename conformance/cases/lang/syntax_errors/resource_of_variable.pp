# resource of variable
$x { a => 1 }
