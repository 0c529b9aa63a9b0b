# node: web01.example.com
node /^web/ { notify { 'regexp': } }
node 'web01.example.com', 'other' { notify { "exact ${title}": } }
node default { notify { 'default': } }
