# Defaults: in node
node default { File { mode => '0600' } include a }
class a { file { '/a': } }
