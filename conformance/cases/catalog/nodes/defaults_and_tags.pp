node default { Notify { message => 'dflt' } include a tag('nodetag') }
class a { notify { 'x': } }
notify { 'y': }
