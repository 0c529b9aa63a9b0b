define local::res(Integer $n) { if $n > 0 { local::res { "${title}${n}": n => $n - 1 } } notify { "r-${title}": tag => ["t${n}"] } }
class outer { $v = 'ov' class inner { notice($outer::v) notify { 'inner': } } include outer::inner }
function early($n) { [1, 2, 3].each |$i| { if $i == $n { return("at ${i}") } } 'none' }
function opt(Integer $a, String *$rest) { "${a}:${rest.join(',')}" }
function blk(Integer $n, Callable[Integer] $b = undef) { $n + 1 }
type Loc = Object[{ attributes => { lat => Float, lon => { type => Float, value => 0.0 } } }]
node 'n01' {
include app
}
node 'n02' {
class { 'app': port => 90, mode => 'b', users => {} }
User <| tag == 'u-1' |> { shell => '/x' }
}
node 'n03' {
class { 'app': mode => 'c' }
}
node 'n04' {
include app::install
}
node 'n05' {
notice(lookup('deep.a.b.2.c'), lookup('app::list', { merge => 'unique' }), lookup('nope', { default_value => 3 }), lookup(['x', 'class_list']))
notice(app::walk(lookup('deep')), app::walk([1, undef, { x => [] }]))
lookup('class_list', Array[String], 'unique').include
}
node 'n06' {
include prof::derived
}
node 'n07' {
include prof::derived2
}
node 'n08' {
class { 'prof::base': v => 'w' } include prof::derived2
}
node 'n09' {
prof::ports { 'a': ports => [80, '53/udp'], tree => { x => { y => 'z' } } }
prof::ports { 'b': ports => [8080] }
}
node 'n10' {
prof::ports { 'b': ports => [80], tree => { x => 1 } }
}
node 'n11' {
@file { ['/v1', '/v2']: tag => 'vt', content => 'x' }
@@notify { 'exp': message => 'e' }
File <| tag == 'vt' and title != '/v2' |> { mode => '0700' }
realize File['/v2']
notify { 'after': require => File['/v1'] }
}
node 'n12' {
stage { 'pre': before => Stage['main'] }
class { 'prof::one': stage => 'pre' }
schedule { 'night': range => '2 - 4', period => daily }
file { '/s': schedule => 'night', audit => [owner], noop => true, loglevel => debug }
}
node 'n13' {
Notify { message => 'dflt', loglevel => notice }
notify { 'a': } notify { 'b': message => 'own' } notify { default: loglevel => info; ['c', 'd']: ; 'e': message => 'x' }
$h = { 'message' => 'splat' } notify { 'f': * => $h }
}
node 'n14' {
notify { 'a': } -> notify { ['b', 'c']: } ~> Notify <| title == 'd' |> <- notify { 'e': }
@notify { 'd': }
Notify['a'] -> [Notify['e'], Notify['c']]
}
node 'n15' {
$r = Notify['z'] notify { 'z': before => [Notify['y'], $q] } $q = undef
}
node 'n16' {
notify { 'z': before => [Notify['y'], [Notify['x']]] } notify { ['y', 'x']: subscribe => [] }
}
node 'n17' {
if 'Abc-12' =~ /^(\w+)-(\d+)$/ { notice("$0 $1 $2") [1].each |$i| { notice("in ${1} ${i}") } }
case 'xyz' { /^x(.)/: { notice("m ${1}") } default: { } }
$v = 'foo' ? { /(o+)/ => "got ${1}", default => 'none' } notice($v)
unless 'a' in ['b'] { notice('unless') } else { notice('else') }
}
node 'n18' {
notice([3, 1, 2].sort, ['b', 'A', 'a'].sort |$a, $b| { compare($a, $b) }, { b => 1, a => 2 }.map |$k, $w| { "${k}${w}" }, [1, [2, [3]]].flatten, [1, 2, 3, 4].slice(2), [1, 2, 3].reduce |$m, $x| { $m + $x })
}
node 'n19' {
$a = { 'x' => [1, 2], 'y' => { 'z' => undef } }
notice($a.dig('x', 1), $a['y']['z'], $a.get('y.q', 'd'), "${a['x'][0]} ${a}", $a + { 'x' => 0 }, $a - ['x'], $a.keys.join('|'))
}
node 'n20' {
notice(sprintf('%05.2f|%-5s|%+d|%x|%s', 3.14159, 'ab', 5, 255, [1, { a => b }]), String(255, '%#x'), Integer('0b101', 2), Float('1e3'), Boolean('yes'), Array({ a => 1 }), Hash([[1, 2]]), Timespan('1-02:03:04'))
}
node 'n21' {
$t = @("END"/nt$L)
  a\tb ${facts['clientnode']} \$x \
  joined
    - indented ünïcödé 日本
  | END
notice($t)
notice(@(RAW))
  ${not} \n interpolated
  | RAW
}
node 'n22' {
local::res { 'x': n => 3 }
Notify <| tag == 't1' |> { message => 'found' }
}
node 'n23' {
include outer
notice(defined('outer::inner'), defined(Class['outer::inner']), defined('$outer::v'), defined(Notify['inner']), defined(notify), defined('nope'))
}
node 'n24' {
$x = [1, 2, 3].filter |$i| { if $i == 2 { next(false) } $i > 0 } notice($x) 
}
node 'n25' {
$x = [1, 2, 3].map |$i| { if $i == 2 { next('two') } $i } notice($x)

notice(early(2), early(9))
$y = [1, 2, 3].each |$i| { if $i == 2 { break() } } notice($y)
}
node 'n26' {
create_resources('notify', { 'cr1' => { message => 'm' }, 'cr2' => {} }, { loglevel => 'warning' })
create_resources('@file', { '/cr' => { ensure => 'file' } })
create_resources('class', { 'prof::two' => { x => 'cx' } })
realize(File['/cr'])
}
node 'n27' {
file { '/dup': } file { '/dup': }
}
node 'n28' {
notify { 'a': message => $undefined_thing }
}
node 'n29' {
Integer[1, 3].each |$i| { file { "/tmp/${i}": content => inline_template("<%= 'x' * @i %><%- if @i > 1 -%>!\n<%- end -%>") } }
Package { provider => 'gem' } package { ['p1', 'p2']: ensure => '1.2' }
}
node 'n30' {
$s = Sensitive('pw') notice($s, $s.unwrap, "${s}", [$s]) user { 'u': password => $s } exec { '/bin/e': environment => ["A=${s.unwrap}"], refreshonly => true }
}
node 'n31' {
notice(versioncmp('1.2.10', '1.2.9'), SemVer('1.2.3') =~ SemVerRange('>1.0 <2'), SemVer('1.10.0') > SemVer('1.9.0'), 'b' > 'A', 5 / 2, -5 / 2, -5 % 3, 7.0 / 2, 1 << 4, 10 >> 1, !true or false, [1] << 2, 'ABC' == 'abc', 'a' in 'CAB')
}
node 'n32' {
tag 'global-tag', 'other' include prof::one notify { 'tagged-here': tag => ['x::y', 'Z'] } notice(tagged('global-tag'), tagged('prof::one'), tagged('nope'))
}
node 'n33' {
notice($facts['os'], $trusted['certname'], $server_facts['serverversion'], $environment, $settings::strict)
}
node 'n34' {
notice(opt(1), opt(1, 'x', 'y')) notice(opt('x'))
}
node 'n35' {
notice(blk(2) |$x| { $x + 1 })
notice(blk(2) |$x, $y| { $x })
}
node 'n36' {
$f = { 'k' => 'v' } notice("${f[k]} ${f['k'].upcase} ${[1,2].map |$x| { $x }} $f[k] ${f}[k]")
}
node 'n37' {
$p = Loc(1.5) notice($p, $p.lat, $p.lon, $p == Loc(1.5, 0.0), type($p)) notify { 'p': message => $p.lat }
}
node 'n38' {
notice(Deferred('upcase', ['x'])) file { '/d': content => Deferred('inline_epp', ['<%= $a %>', { a => 1 }]) }
}
node 'n39' {
notice(assert_type(Integer, 3), assert_type(String, 3) |$e, $a| { "${e} ${a}" }) assert_type(Array[Integer], [1, 'x'])
}
node 'n40' {
notice([1,2,3].tree_each.map |$x| { $x }, { a => [1, { b => 2 }] }.tree_each({ include_containers => false }) |$p, $v| { notice($p, $v) })
}
node 'n41' {
hiera_include('class_list') notice(hiera('app::port'), hiera_array('class_list'), hiera_hash('app::users'))
}
node 'n42' {
resources { 'user': purge => true } Resource['notify'] { 'generic': message => 'g' } Resource[File, '/g'] -> Notify['generic'] file { '/g': }
}
node 'n43' {
$res = File['/attr'] file { '/attr': mode => '0640', owner => 'o' } notice($res['mode'], File['/attr']['owner'], $res['nope'])
}
node 'n44' {
notice(regsubst('a.b.c', '\.', '-', 'G'), 'x-y_z'.split(/[-_]/), 'abc'.match(/b(.)/), strftime(Timestamp('2024-02-29T12:00:00 UTC'), '%F %j'), 'Hello'[1, 3], [1, 2, 3][-2, 2], 'tést'.length, 'ǅ'.downcase, 'straße'.upcase, "\u00e9".capitalize)
}
