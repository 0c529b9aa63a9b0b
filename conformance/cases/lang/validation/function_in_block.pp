# nor in a longer block
if true {
  notice(1)
  function b() { 1 }
}
