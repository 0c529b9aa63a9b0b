# spec: 000 "Runtime['Ruby', T]": the type has to exist when an operation is performed on it
notice(1 =~ Runtime['ruby', 'No::Such'], Runtime['ruby', 'No::Such'])
notice(Runtime['ruby', 'No::Such'].new(1))
