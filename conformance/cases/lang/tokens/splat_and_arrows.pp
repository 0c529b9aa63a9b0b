# operators without spaces
$h = {a=>1,b=>-2}
notice($h, 2*3, 7%4, 1<2, 2>=2, 1!=2, !true, !!true, -(-3), 1<<4, 256>>4)
notice(*[1,2],[3]+[4],{a=>1}+{b=>2},[1,2]-[1])
notice('a'=~/a/,'a'!~/a/,1==1.0,'a'in'abc')
$x=-1
notice($x, 3-1, 3 -1)
