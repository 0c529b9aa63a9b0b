# node: DB7.Example.COM
node 'a', /^db(\d)\./, default { notice($1, $trusted['certname']) notify { "n${1}": } }
