# spec: 000 "URI": the text of a parameter has a scheme
notice(URI['urn:a'])
notice(URI['/a/b'])
