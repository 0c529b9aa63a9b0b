realize Notify['zz']
realize Notify['yy']
Notify['q'] { message => 1 }
File['q'] { mode => 1 }
