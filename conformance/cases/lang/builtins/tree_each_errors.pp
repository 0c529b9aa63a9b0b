# spec: 006 "tree_each"; an Error among the nodes, whose type Puppet does not find
[1, Error('b')].tree_each({container_type => Array}) |$x| { notice($x) }
notice([2, Error('b')].tree_each =~ Iterator)
