# spec: 000 "Iterator": types of walks of trees
notice([[1].tree_each, [2].tree_each].map |$walk| { type($walk) }.unique.size)
notice(type([[1].tree_each({ order => 'breadth_first' }), [2].tree_each({ order => 'breadth_first' })], 'reduced') =~ Type[Array])
notice(type([[1].tree_each, 1], 'reduced'), [1].tree_each =~ Iterable, [1].tree_each =~ Iterable[Integer])
