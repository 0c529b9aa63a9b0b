# spec: 004 "in": a regular expression on the left
notice(/(?i:EAT)/ in ['eat', 'ate', 'eating'], /at/ in 'eaten', /x/ in 'eaten', /^p/ in { 'past' => 1 }, /^x/ in { 'past' => 'x' })
if /(a)(t)/ in ['eat'] { notice("$0 $1 $2") }
