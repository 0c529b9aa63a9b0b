# spec: 003 "Access to Stacktrace": an error names the place in the manifest
function inner($x) {
  fail("bad ${x}")
}
function outer($x) { inner($x) }
notice(
  outer(1))
