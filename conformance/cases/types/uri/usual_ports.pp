# spec: 000 "URI"
notice(['http://h', 'https://h', 'ftp://h', 'ldap://h', 'ws://h', 'file:///a'].map |$u| { URI($u).port })
notice(type(URI('ftp://h/a;type=i')), ' ', URI('ftp://h//a'))
