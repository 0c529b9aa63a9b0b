# names of built-in types are taken
class any { }
define integer() { }
function string() { }
