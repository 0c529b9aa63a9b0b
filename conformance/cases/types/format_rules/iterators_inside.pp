# spec: 000 "String": what is iterated over inside a container has the formats for what is inside
$walk = [1, [20]].reverse_each
notice(String([$walk, [3]], { Array => { format => '%<a', string_formats => { Array => '%(a' } } }))
notice(String({ a => $walk }, { Hash => { format => '%h', string_formats => { Collection => '%|a' } }, Array => '%{a' }))
notice(String([$walk, [3]], { Array => { format => '%{a', string_formats => { Array => '%#(a' } } }))
notice(String([$walk], { Array => { format => '%<a', string_formats => { Integer => '%x' } } }), String($walk, { Array => '%<a' }))
