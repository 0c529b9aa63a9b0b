class m {
  file { '/a'
    mode => '0644',
  }
}
