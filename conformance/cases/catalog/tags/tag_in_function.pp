function f() { tag('inf') notify { 'fromf': } include c notice(tagged('d'))}
define d { f() }
class c { }
d { 'd': }
