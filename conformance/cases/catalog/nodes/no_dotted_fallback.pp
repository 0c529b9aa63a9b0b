node 'test' { notify { 't': } }
node /test/ { notify { 'r': } }
node default { }
