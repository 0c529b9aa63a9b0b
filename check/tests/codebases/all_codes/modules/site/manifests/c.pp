class site::c inherits site::d { }
