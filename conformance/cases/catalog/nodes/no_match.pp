node 'a.b' { }
