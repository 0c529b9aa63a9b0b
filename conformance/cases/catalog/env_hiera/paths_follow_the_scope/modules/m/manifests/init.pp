class m {
  $where = 'em'
  notice(lookup('k'), lookup('v'))
}
