# A class that only the classifier names comes behind its parent, which is evaluated by itself.
class m0 { contain m0::config contain m0::service }
class m0::config inherits m0 { include m0::service }
class m0::service inherits m0 { }
node default { notify { top: } }
