function f() { notify { 'inf': } }
class a { Notify { message => 'a' } f() }
include a
