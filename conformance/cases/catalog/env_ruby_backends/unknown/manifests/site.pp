node 'n00' { notice(lookup('x')) }
