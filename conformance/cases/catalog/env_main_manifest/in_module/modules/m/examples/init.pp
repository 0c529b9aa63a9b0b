notice('top')
include m
class other { notify { 'x': } }
define thing { notify { $title: } }
function helper() { 'help' }
type Small = Integer[0, 3]
node default { include other thing { helper(): } }
Notify['x'] -> Notify['help']
