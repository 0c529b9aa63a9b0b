# spec: 000 "Enum": one of its strings
notice(Enum['port', 'name', 'ip'], ['port', 'ip', 'Port', '', 1].map |$v| { $v =~ Enum['port', 'name', 'ip'] })
notice(Enum['b', 'a', 'b'], Enum[b, a] == Enum[a, b], Enum[a, a] == Enum[a], Enum[a] < Enum[a, b])
notice(Enum[1])
