# Declares the parameters of the real define, which it need not use.
define mocked_concat($target, $order = 1) { $unused = 1 }
function mocked_version() { '1' }
