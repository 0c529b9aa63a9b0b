# assignment in condition
if $a = 1 { notice(1) }
