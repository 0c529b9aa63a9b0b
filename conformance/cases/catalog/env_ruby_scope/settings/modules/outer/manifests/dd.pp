define outer::dd($a = 1) { $indef = 'id' 
  notify { "in-${title}": message => $a } }
