# title and name are built in
class a($title, $name) { }
define b($title, $name) { }
function c($title, $name) { $title }
notice(c(1, 2))
