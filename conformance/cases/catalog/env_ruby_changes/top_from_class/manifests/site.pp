$top = ['t']
class c { notice(inline_template('<% @top << "c"; scope["::top"] << "d" %>')) notice($top, $::top) }
include c
notice($top)
