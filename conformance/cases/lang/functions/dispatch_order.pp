# spec: 003 "Defining a Typed Dispatch": signatures are tried in their order, the first that fits wins
notice({ a => 1 }.map |$k, $v| { "${k}=${v}" }, { a => 1 }.map |$pair| { $pair })
notice({ a => 1 }.filter |$k, $v| { true }, [[a, 1]].filter |$k, $v| { true })
notice(type({ a => 1 }.filter |$pair| { true }, 'generalized'), type([[a, 1]].filter |$pair| { true }, 'generalized'))
