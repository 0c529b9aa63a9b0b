# Resources: attr ptype key
notify { 'a': message => { '__ptype' => 'x', 'b' => 1 } }
notify { 'b': message => { '__pvalue' => 'x', 'b' => 1 } }
