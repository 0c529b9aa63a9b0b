# the workload; unit: 40000 line
$n = 40000
$r = Integer[1, $n].reduce(0) |$acc, $i| {
  $line = "host${i}.dc${$i % 3}.example.com eth${$i % 4} 10.0.${$i % 256}.${$i % 199} up"
  $d = case $line {
    /\Ahost(\d+)\.dc0\./: { Integer($1) % 10 }
    /\.dc1\.example\.com eth([02])/: { 20 + Integer($1) }
    /eth\d (\d+)\.(\d+)\.(\d+)\.(\d+)/: { Integer($4) }
    default: { 7 }
  }
  $s = regsubst($line, '(\d+)\.(\d+)\.(\d+)\.(\d+)', '\4.\3.\2.\1')
  $g = regsubst($line, '[aeiou]', '_', 'G')
  $w = $line.split(/[ .]/)
  ($acc * 31 + $d + $s.length + $w.size + $g.index('_')) % 1000003
}
notice("CHECK ${r}")
