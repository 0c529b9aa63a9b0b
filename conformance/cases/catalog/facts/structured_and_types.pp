# facts: {"n": 5, "f": 2.0, "nested": {"list": [{"k": "v"}, null]}, "os": {"name": "X", "release": {"major": "9"}}}
notice($n, type($n), $f, type($f), $nested['list'][0]['k'], $facts['nested']['list'][1] =~ Undef, $facts.dig('os', 'release', 'major'))
if $facts['os']['name'] in ['X', 'Y'] { notify { "on ${os['name']} ${facts['os']['release']['major']}": } }
