# spec: 000 "URI": relative and absolute paths
notice(URI('/a/b') =~ URI[path => /^\//], URI('a/b') =~ URI[path => /^\//], URI('http://example.com/a') =~ URI[path => /^\//])
notice(URI('/a/b') =~ URI[path => /^[^\/]/], URI('a/b') =~ URI[path => /^[^\/]/], URI('http://example.com') =~ URI[path => /^[^\/]/])
notice(URI('http://example.com/a') =~ URI[host => NotUndef, path => NotUndef], URI('http://example.com') =~ URI[host => NotUndef, path => NotUndef], URI('file:///etc/passwd') =~ URI[host => NotUndef, path => NotUndef])
