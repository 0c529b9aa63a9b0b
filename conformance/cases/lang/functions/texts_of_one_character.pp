# Spec: 004 "Comparison": texts are equal ignoring the case of ASCII letters, of any length.
$chars = "aA@`[{zZ_? éÉx".split('') + ['', 'ab', 'AB', 'a`', 'A@', 'éa', 'ÉA']
$r = $chars.map |$a| {
  $chars.map |$b| { if $a == $b { '=' } elsif $a != $b { '.' } else { '!' } }.join('')
}
notice($r.join("\n"))
