node default { $a = ['n'] include c notice($a) }
class c { notice(inline_template('<% @a << "c" %>')) notice($a) }
