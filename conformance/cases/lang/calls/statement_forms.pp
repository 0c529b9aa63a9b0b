$list = ['a']
include()
