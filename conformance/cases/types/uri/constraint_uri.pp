# a URI is no constraint
notice(URI[URI('http://a')])
