# spec: 002 "Ruby[T]": the class need not exist
notice(Runtime['ruby', 'No::Such::Class'], Runtime['ruby', 'No::Such::Class'] =~ Type, 1 =~ Runtime['ruby', 'Integer'], 'a' =~ Runtime['ruby', 'String'], Runtime['ruby', 'Integer'] == Integer)
notice(Runtime['ruby', 'A'] <= Runtime, Runtime['ruby', 'A'] <= Runtime['ruby', 'A'], Runtime['ruby', 'A'] <= Runtime['ruby', 'B'], Runtime <= Any, Runtime['go', 'A'])
notice(Runtime['ruby', 1])
