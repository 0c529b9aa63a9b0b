class params { $list = ['p'] }
class user { include params notice(inline_template('<% scope["params::list"] << "u" %>')) notify { 'u': message => $params::list } }
include params
notice($params::list)
include user
notice($params::list)
