# Virtual: metaparameters and queries u
$x = Notify['a'] -> Class['b'] 
notify { 'a': }
class b { }
include b
notice($x)
