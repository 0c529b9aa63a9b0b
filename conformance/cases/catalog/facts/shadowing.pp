# facts: {"role": "fact", "shadow": 1}
class c { $shadow = 'local' notify { "${shadow} ${facts['shadow']} ${::shadow}": } }
include c
