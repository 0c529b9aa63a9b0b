$top = 'tv'
node 'n00' { notice(template('m/trim.erb')) }
node 'n03' { notice(template('m/err.erb')) }
node 'n04' { notice(template('m/nil.erb')) }
node 'n07' { notice(template('m/pe.erb')) }
node 'n08' { $local = 'lv' notice(template('m/defm.erb')) }
node 'n09' { $local = 'lv' notice(template('m/fn.erb')) }
node 'n10' { $local = 'lv' notice(template('m/fn2.erb')) }
node 'n11' { notice(template('m/fn3.erb')) }
node 'n16' { $local = 'lv' notice(template('m/set.erb')) notice($neu) }
node 'n17' { $h = {a=>undef,'b'=>[1,undef,{c=>default}]} $a = [1,'x'] $u = undef $t = Integer[1] $r = Notify['x'] $f = 1.50 $d = default $s = Sensitive('x') $re = /a/ $i = 5 $b = false notice(template('m/vals.erb')) }
node 'n18' { $h = {a=>undef,'b'=>[1,undef,{c=>default}]} $a = [1,'x'] $u = undef $f = false notice(template('m/iter.erb')) }
node 'n21' { notify { 'n': message => 'mm' } $local = 1 notice(template('m/scopeh.erb')) }
