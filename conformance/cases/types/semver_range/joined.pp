# spec: 000 "SemVerRange"
['1.x || 3.x','1.x || 2.x','1.0.0 || 1.0.1','<1.0.0 || >=1.0.0','||'].each |$r| { notice($r, ': ', String(SemVerRange($r), '%p')) }
