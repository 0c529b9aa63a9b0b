node 'somebody.else' { }
