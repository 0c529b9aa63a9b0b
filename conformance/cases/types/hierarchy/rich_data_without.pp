# spec: 000 "Puppet Types": RichData is all but Callable, Iterator, Iterable and Runtime
notice([Callable, Iterator, Iterable, Runtime].map |$t| { $t <= RichData })
notice([Any, Object, TypeSet, Init, CatalogEntry, Collection, Error, Deferred, Sensitive].map |$t| { $t <= RichData })
notice([1].reverse_each =~ RichData, Sensitive(1) =~ RichData, Deferred('f') =~ RichData, File['a'] =~ RichData)
