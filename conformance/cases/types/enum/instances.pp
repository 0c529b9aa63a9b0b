# spec: 000 "Enum"
notice('port' =~ Enum['port', 'name'], 'ip' =~ Enum['port', 'name'], 'PORT' =~ Enum['port', true], 1 =~ Enum['port'])
