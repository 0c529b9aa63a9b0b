# define inherits
define a inherits b { }
