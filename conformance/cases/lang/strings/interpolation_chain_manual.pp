# spec: 001 "Short forms": the example with a chained call and an index
$interfaces = 'lo,eth0,eth1,wlan0'
notice("Using interface ${::interfaces.split(',')[3]} for broadcast")
notice("${interfaces[0, 2]} ${interfaces.split(',').map |$i| { $i.upcase }[1]}")
