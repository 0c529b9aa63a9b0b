# a node has none
node default { 'x' }
