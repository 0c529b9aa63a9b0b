# spec: 003 "Block Parameters": the language has no parameter for a block
function f($a, &$block) { $block }
