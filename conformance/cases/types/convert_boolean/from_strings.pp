# spec: 000 "Boolean"
notice(['true','YES','y','False','no','N'].map |$s| { Boolean($s) })
notice(Boolean('on'))
