$f = 'include'
class k { notice('in k') }
[1].each |$i| { call($f, 'k') }
