# spec: 000 "Collection"
notice([1,2,3] =~ Collection[1,3], {a=>1, b=>2} =~ Collection[3])
notice([1,2,3] =~ Collection[Integer[1,3]], Collection[2])
