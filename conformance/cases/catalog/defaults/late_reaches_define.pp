class a { d { 'x': } Notify { message => 'late' } }
define d { notify { 'x': } }
include a
