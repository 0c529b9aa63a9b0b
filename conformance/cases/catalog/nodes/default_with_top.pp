$v = 'top'
notify { "before ${v}": }
node default { $v = 'node' notify { "in node ${v} ${::v}": } include c }
class c { notify { "class ${v}": } }
