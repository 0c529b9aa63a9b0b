class n {
  $where = 'en'
  notice(lookup('k'), lookup('v'))
  [1].each |$where| { notice(lookup('v')) }
}
