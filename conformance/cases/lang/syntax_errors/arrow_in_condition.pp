# arrow in condition
if $a -> $b { }
