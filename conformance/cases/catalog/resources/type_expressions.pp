$t = 'notify'
notify { 'a': }
Resource['notify'] { 'b': }
Resource[$t] { 'c': }
Notify { 'd': }
Resource['Notify', 'a'] { message => 1 }
