# mutual recursion, two functions; unit: 635621 call
function fiba(Integer $n) >> Integer { if $n < 2 { $n } else { fibb($n - 1) + fibb($n - 2) } }
function fibb(Integer $n) >> Integer { if $n < 2 { $n } else { fiba($n - 1) + fiba($n - 2) } }
notice("CHECK ${fiba(27)}")
