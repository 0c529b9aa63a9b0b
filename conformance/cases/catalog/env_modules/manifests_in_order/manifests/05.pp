$x = 5
class k { notice('k') }
