# spec: 000 "Collection"
notice([1,2,3] =~ Collection[1,3], {a=>1, b=>2} =~ Collection[3], [1] =~ Collection[Integer[1, 2]], 1 =~ Collection)
notice(type([Collection, Collection], 'reduced'), type([Collection, Array], 'reduced'), type([Collection, Hash], 'reduced'))
