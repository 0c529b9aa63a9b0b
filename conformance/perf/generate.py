"""Generates the workloads that are too long to write by hand, and the catalog environments.

  generate.py typedfns N DIR      60 chained functions with typed parameters, called N times: typedfns.{pp,js,lua,rb,py,rs}
  generate.py bigliteral N DIR    a nested literal of N entries: bigliteral.{pp,js,lua,rb,py}
  generate.py corpus BYTES FILE   one Puppet manifest of about BYTES bytes (parse speed)
  generate.py cat_define N DIR    N instances of a define with 10 typed parameters
  generate.py cat_classes N DIR   N classes in include chains of 20 (deeper ones overflow Ruby's stack), each with 6 parameters from Hiera
  generate.py cat_collect N DIR   N virtual resources, collectors with queries and overrides
  generate.py cat_waves N DIR     N waves of 50 virtual instances of a define, each found by a collector that changes it
  generate.py cat_chain N DIR     N resources in -> and ~> chains, array chains, and class containment
Catalog environments are directories with manifests/site.pp, modules/, hiera.yaml, data/.
"""
import os, sys

def put(d, name, text):
    p = os.path.join(d, name)
    os.makedirs(os.path.dirname(p) or '.', exist_ok=True)
    with open(p, 'w') as f:
        f.write(text)

K = 60
def typedfns(n, d):
    pp = [f'$n = {n}'] ; js = [f'const n = +process.argv[2] || {n};'] ; lua = [f'local n = tonumber(arg[1]) or {n}', 'local f = {}']
    rb = [f'n = (ARGV[0] || {n}).to_i'] ; py = ['import sys', f'n = int(sys.argv[1]) if len(sys.argv) > 1 else {n}']
    rs = ['fn n() -> i64 { std::env::args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(%d) }' % n]
    for i in range(K):
        m = 100003 + 2 * i
        if i == K - 1:
            pp.append(f"function f{i}(Integer[0] $a, String[1] $b, Optional[Array[Integer]] $c = undef) >> Integer {{\n  $a + $b.length\n}}")
            js.append(f'function f{i}(a, b, c = null) {{ return a + b.length; }}')
            lua.append(f'f[{i}] = function(a, b, c) return a + #b end')
            rb.append(f'def f{i}(a, b, c = nil) = a + b.length')
            py.append(f'def f{i}(a, b, c=None): return a + len(b)')
            rs.append(f'#[inline(never)] fn f{i}(a: i64, b: &str, _c: Option<&[i64]>) -> i64 {{ a + b.chars().count() as i64 }}')
            continue
        j = i + 1
        pp.append(f"function f{i}(Integer[0] $a, String[1] $b, Optional[Array[Integer]] $c = undef) >> Integer {{\n"
                  f"  if $a > 50000 {{ f{j}($a % {m}, $b) }} else {{ f{j}($a * 3 + {i}, $b, [$a, {i}]) }}\n}}")
        js.append(f'function f{i}(a, b, c = null) {{ return a > 50000 ? f{j}(a % {m}, b) : f{j}(a * 3 + {i}, b, [a, {i}]); }}')
        lua.append(f'f[{i}] = function(a, b, c) if a > 50000 then return (f[{j}](a % {m}, b)) else return (f[{j}](a * 3 + {i}, b, {{a, {i}}})) end end')
        rb.append(f'def f{i}(a, b, c = nil) = a > 50000 ? f{j}(a % {m}, b) : f{j}(a * 3 + {i}, b, [a, {i}])')
        py.append(f'def f{i}(a, b, c=None): return f{j}(a % {m}, b) if a > 50000 else f{j}(a * 3 + {i}, b, [a, {i}])')
        rs.append(f'#[inline(never)] fn f{i}(a: i64, b: &str, _c: Option<&[i64]>) -> i64 {{ if a > 50000 {{ f{j}(a % {m}, b, None) }} else {{ f{j}(a * 3 + {i}, b, Some(&[a, {i}])) }} }}')
    pp.append('$r = Integer[1, $n].reduce(0) |$acc, $i| { ($acc + f0($i, "name${i}")) % 1000003 }\nnotice("CHECK ${r}")')
    js.append('let acc = 0;\nfor (let i = 1; i <= n; i++) acc = (acc + f0(i, `name${i}`)) % 1000003;\nconsole.log(`CHECK ${acc}`);')
    lua.append('local acc = 0\nfor i = 1, n do acc = (acc + f[0](i, "name" .. i)) % 1000003 end\nprint(string.format("CHECK %d", acc))')
    rb.append('acc = 0\n(1..n).each { |i| acc = (acc + f0(i, "name#{i}")) % 1000003 }\nputs "CHECK #{acc}"')
    py.append('acc = 0\nfor i in range(1, n + 1):\n    acc = (acc + f0(i, f"name{i}")) % 1000003\nprint(f"CHECK {acc}")')
    rs.append('fn main() { let mut acc = 0; for i in 1..=n() { acc = (acc + f0(i, &format!("name{i}"), None)) % 1000003; } println!("CHECK {acc}"); }')
    for ext, lines in (('pp', pp), ('js', js), ('lua', lua), ('rb', rb), ('py', py), ('rs', rs)):
        put(d, f'typedfns.{ext}', '\n'.join(lines) + '\n')

def bigliteral(n, d):
    def ent(i, kv, o, c):
        return (f"'host{i}.example.com'{kv}{o}'id'{kv}{i}, 'role'{kv}'role{i % 17}', 'net'{kv}{o}'ip'{kv}'10.{i >> 16 & 255}.{i >> 8 & 255}.{i & 255}', "
                f"'vlan'{kv}{i % 4094}, 'mtu'{kv}1500{c}, 'tags'{kv}['t{i % 5}', 'u{i % 3}', 'prod'], 'weight'{kv}{i % 7}.5{c},")
    body = '\n'.join('  ' + ent(i, ' => ', '{', '}') for i in range(n))
    jbody = '\n'.join('  ' + ent(i, ': ', '{', '}') for i in range(n))
    put(d, 'bigliteral.pp', f'$n = {n}\n$data = {{\n{body}\n}}\n$s = $data.reduce(0) |$acc, $kv| {{ ($acc + $kv[1][\'net\'][\'vlan\'] + $kv[1][\'tags\'].size) % 1000003 }}\nnotice("CHECK ${{data.size}} ${{s}}")\n')
    put(d, 'bigliteral.js', f'const data = {{\n{jbody}\n}};\nlet acc = 0, c = 0;\nfor (const k in data) {{ c++; acc = (acc + data[k].net.vlan + data[k].tags.length) % 1000003; }}\nconsole.log(`CHECK ${{c}} ${{acc}}`);\n')
    put(d, 'bigliteral.rb', f'data = {{\n{body}\n}}\nacc = data.reduce(0) {{ |a, (_k, v)| (a + v["net"]["vlan"] + v["tags"].size) % 1000003 }}\nputs "CHECK #{{data.size}} #{{acc}}"\n')
    put(d, 'bigliteral.py', f'data = {{\n{jbody}\n}}\nacc = 0\nfor k, v in data.items():\n    acc = (acc + v["net"]["vlan"] + len(v["tags"])) % 1000003\nprint(f"CHECK {{len(data)}} {{acc}}")\n')
    # Lua allows 65,536 constants per function, so the table is filled in chunks of 2,000 entries
    out = ['local data = {}']
    for a in range(0, n, 2000):
        out.append('(function() local t = {')
        for i in range(a, min(n, a + 2000)):
            e = (f"['host{i}.example.com'] = {{id = {i}, role = 'role{i % 17}', net = {{ip = '10.{i >> 16 & 255}.{i >> 8 & 255}.{i & 255}', vlan = {i % 4094}, mtu = 1500}}, "
                 f"tags = {{'t{i % 5}', 'u{i % 3}', 'prod'}}, weight = {i % 7}.5}},")
            out.append(e)
        out.append('} for k, v in pairs(t) do data[k] = v end end)();')
    out.append('local acc, c = 0, 0\nfor k, v in pairs(data) do c = c + 1 acc = (acc + v.net.vlan + #v.tags) % 1000003 end\nprint(string.format("CHECK %d %d", c, acc))')
    put(d, 'bigliteral.lua', '\n'.join(out) + '\n')

def corpus(nbytes, path):
    unit = r'''
# @summary A class of the generated corpus
# @param ensure whether it is there
class corpus::unit%(i)d (
  Enum['present', 'absent'] $ensure = 'present',
  Stdlib::Port $port = %(port)d,
  Hash[String[1], Variant[String, Integer, Array[String]]] $options = {},
  Optional[Array[Struct[{ name => String, Optional['weight'] => Integer[0, 100] }]]] $backends = undef,
) inherits corpus::params {
  $conf_dir = "/etc/corpus/${facts['os']['family']}/unit%(i)d"
  if $ensure == 'present' and $port > 1024 {
    package { "corpus-%(i)d":
      ensure => installed,
      before => File["${conf_dir}/main.conf"],
    }
    file { "${conf_dir}/main.conf":
      ensure  => file,
      owner   => 'root',
      group   => 'root',
      mode    => '0644',
      content => epp('corpus/main.epp', { 'port' => $port, 'options' => $options + { 'id' => %(i)d } }),
      notify  => Service['corpus-%(i)d'],
    }
  } else {
    case $facts['os']['name'] {
      /^(Debian|Ubuntu)$/: { $svc = "corpus-%(i)d" }
      'RedHat', 'CentOS': { $svc = 'corpusd' }
      default: { fail("Unsupported: ${facts['os']['name']} (${conf_dir})") }
    }
  }
  service { 'corpus-%(i)d': ensure => running, enable => true }
  $options.each |String $key, $value| {
    corpus::option { "unit%(i)d-${key}": key => $key, value => String($value), order => %(i)d * 10 }
  }
  $weights = $backends ? {
    undef   => [],
    default => $backends.filter |$b| { $b['weight'] =~ Integer }.map |$b| { $b['weight'] / 2 },
  }
  Package <| tag == 'corpus' and ensure != 'absent' |> -> Service["corpus-%(i)d"]
}
'''
    out, size, i = [], 0, 0
    while size < nbytes:
        t = unit % {'i': i, 'port': 1024 + i % 60000}
        out.append(t); size += len(t); i += 1
    put('.', path, ''.join(out))

HIERA = 'version: 5\ndefaults: { datadir: data, data_hash: yaml_data }\nhierarchy:\n  - { name: node, path: "nodes/%{facts.hostname}.yaml" }\n  - { name: common, path: common.yaml }\n'

def cat_define(n, d):
    put(d, 'modules/m/manifests/unit.pp', '''define m::unit (
  String[1] $label,
  Integer[0, default] $index,
  Boolean $active = true,
  Enum['present', 'absent'] $ensure = 'present',
  Variant[Integer, String] $port = 80,
  Array[String] $tags = [],
  Hash[String, Integer] $limits = { 'soft' => 1, 'hard' => 2 },
  Optional[String] $comment = undef,
  Pattern[/\\A[a-z0-9_-]+\\z/] $slug = "unit-${index}",
  Struct[{ mode => String, owner => String }] $perm = { 'mode' => '0644', 'owner' => 'root' },
) {
  file { "/srv/m/${slug}.conf":
    ensure  => $ensure ? { 'present' => file, default => absent },
    mode    => $perm['mode'],
    owner   => $perm['owner'],
    content => "label=${label}\\nport=${port}\\ntags=${tags.join(',')}\\nsoft=${limits['soft']}\\n",
  }
}
''')
    put(d, 'manifests/site.pp', f'''Integer[1, {n}].each |$i| {{
  m::unit {{ "u${{i}}":
    label => "Unit number ${{i}}",
    index => $i,
    port  => 1024 + $i % 1000,
    tags  => ["t${{$i % 5}}", 'prod'],
  }}
}}
''')

def cat_classes(n, d):
    put(d, 'hiera.yaml', HIERA)
    data, = ['---\n'],
    for i in range(n):
        m = f'c{i // 20}'
        nxt = f'  include {m}::k{i + 1}\n' if i + 1 < n and (i + 1) % 20 else ''
        put(d, f'modules/{m}/manifests/k{i}.pp', f'''class {m}::k{i} (
  String $name_of,
  Integer $size,
  Array[String] $list,
  Hash[String, Variant[Integer, String]] $opts,
  Boolean $flag = false,
  Optional[String] $extra = undef,
) {{
{nxt}  notify {{ "{m}::k{i}":
    message => "${{name_of}} ${{size}} ${{list.size}} ${{opts['a']}} ${{flag}}",
  }}
}}
''')
        data.append(f"{m}::k{i}::name_of: 'name {i}'\n{m}::k{i}::size: {i}\n{m}::k{i}::list: [a, b, c{i}]\n{m}::k{i}::opts: {{ a: {i}, b: x }}\n")
    put(d, 'data/common.yaml', ''.join(data))
    put(d, 'data/nodes/test.yaml', '---\nc0::k0::flag: true\n')
    put(d, 'manifests/site.pp', ''.join(f'include c{i // 20}::k{i}\n' for i in range(0, n, 20)))

def cat_collect(n, d):
    put(d, 'manifests/site.pp', f'''Integer[1, {n}].each |$i| {{
  @file {{ "/srv/v${{i}}": ensure => file, mode => '0600', tag => ["g${{$i % 10}}", "h${{$i % 3}}"] }}
}}
File <| tag == 'g1' |> {{ mode => '0640', owner => 'alice' }}
File <| tag == 'g2' or tag == 'h0' |>
File <| tag == 'g3' and mode == '0600' |> {{ group => 'www' }}
File <| title == '/srv/v4' |> {{ mode => '0400' }}
File <| tag != 'g5' and owner == 'alice' |> {{ backup => false }}
realize(File['/srv/v5'])
''')

def cat_waves(n, d):
    put(d, 'manifests/site.pp', f'''define d($n, $m = 1) {{
  if $n > 0 {{
    @d {{ "x $n": n => $n - 1 }}
    Integer[1, 50].each |$i| {{ @d {{ "y $n-$i": n => 0 }} }}
  }}
}}
@d {{ 's': n => {n} }}
D <| n != 'x' |> {{ m => 2 }}
''')

def cat_chain(n, d):
    put(d, 'manifests/site.pp', f'''class alpha {{ Integer[1, {n}].each |$i| {{ notify {{ "a${{i}}": }} }} }}
class beta {{ contain alpha
  Integer[1, {n}].each |$i| {{ notify {{ "b${{i}}": require => Notify["a${{i}}"] }} }}
  Integer[2, {n}].each |$i| {{ Notify["b${{$i - 1}}"] -> Notify["b${{i}}"] }}
}}
class gamma {{ $g = Integer[1, 40].map |$i| {{ Notify["g${{i}}"] }}
  Integer[1, 40].each |$i| {{ notify {{ "g${{i}}": }} }}
  $g.each |$x| {{ [Notify['b1'], Notify['b2']] ~> $x }}
}}
include beta, gamma
Class['beta'] -> Class['gamma']
Class['alpha'] ~> Notify['last']
notify {{ 'last': }}
''')

if __name__ == '__main__':
    what, n, d = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    globals()[what](n, d)
