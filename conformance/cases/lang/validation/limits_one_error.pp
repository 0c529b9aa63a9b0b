# settings: max_deprecations=1 max_warnings=2 strict=warning
# how many of each kind are logged is up to settings
class a(Integer[1+1] $y = 3) { }
class b(Integer[1+1] $y = 3) { }
$a = {a=>1,a=>2}
$a = {a=>1,a=>2}
$a = {a=>1,a=>2}
$a::b = 1
