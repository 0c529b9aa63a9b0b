# Virtual: metaparameters and queries o
define d { notice($title) [1].each |$x| { notice($noop) } notice(inline_epp('<%= $noop %>')) }
d { 'a': noop => true }
