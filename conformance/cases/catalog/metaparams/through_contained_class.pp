node default { d { 'd': noop => true } }
define d { contain c }
class c { notify { 'c': } }
