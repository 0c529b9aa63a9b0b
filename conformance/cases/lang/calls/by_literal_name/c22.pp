notice('size'.call([1,2]))
