# spec: 000 "Enum"
notice('PORT' =~ Enum['port', true], 'PORT' =~ Enum['port', false], Enum['a', 'B', true])
