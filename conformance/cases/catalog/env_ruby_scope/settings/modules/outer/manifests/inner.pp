class outer::inner(String $p1 = 'one', $p2 = undef, Hash $h = {'a' => 1}) inherits outer::base {
  $zlocal = 'z'
  $local = 'l'
  $undefd = undef
  $list = ['x','y']
  $shared = 'mine'
  file { '/tmp/f1': ensure => file, mode => '0644', owner => 'root', tag => ['t1','t2'], require => Notify['n1'] }
  notify { 'n1': message => 'hello', loglevel => 'debug' }
  @notify { 'virt': message => 'v' }
  outer::dd { 'd1': a => 5 }
  tag('mytag')
  [1].each |$lamvar| {
    $inlam = 'il'
    notice(template('outer/part0.erb'))
    notice(template('outer/part1.erb'))
    notice(template('outer/part2.erb'))
    notice(template('outer/part3.erb'))
    notice(template('outer/part4.erb'))
    notice(template('outer/part5.erb'))
    notice(template('outer/part6.erb'))
    notice(template('outer/part7.erb'))
    notice(template('outer/part8.erb'))
  }
}
