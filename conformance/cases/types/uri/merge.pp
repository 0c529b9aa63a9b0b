# spec: 000 "URI"
notice(URI('http://example.com/a/b') + '/c/d', ' ', URI('http://example.com/a/b') + 'c/d', ' ', URI('http://u@a:1/x?q#f') + '//g', ' ', URI('http://a/b?c#d') + '')
notice(URI('urn:a') + '?q')
