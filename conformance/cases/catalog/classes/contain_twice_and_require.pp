class a { contain c contain d require d }
class b { contain c }
class c { notify { 'c': } }
class d { notify { 'd': } }
include a, b
