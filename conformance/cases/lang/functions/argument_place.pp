# spec: 003 "Access to Stacktrace": a wrong argument names the place of the call
function inner(Integer $x) { $x }
function outer($x) {
    inner($x)
}
notice(
  outer('a'))
