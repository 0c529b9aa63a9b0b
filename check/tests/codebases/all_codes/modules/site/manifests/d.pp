class site::d inherits site::c { }
