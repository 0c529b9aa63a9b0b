# A TCP port.
type Stdport = Integer[1, 65535]
