# settings: disable_warnings=deprecations
# how many of each kind are logged is up to settings
class a(Integer[1+1] $y = 3) { }
$a::b = 1
$a::b = 1
