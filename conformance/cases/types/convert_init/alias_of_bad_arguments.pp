# spec: 000 "Init": arguments that new of an alias does not take
type Port = Integer[1, 65535]
notice(1 =~ Init[Port, 10, true], 1 =~ Init[Port])
notice(1 =~ Init[Port, '%x'])
