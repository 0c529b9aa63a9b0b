# host names have few characters
node 'a b' { }
node 'a::b', 'c_d-e.f' { }
node "x${1}" { }
