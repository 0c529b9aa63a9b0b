# spec: 000 "Platform Types": the name of the platform and the name of a type as a String
notice(Runtime['Ruby', 'Puppetx::MyModule::MyClass'])
notice(Runtime['Ruby', 'A'] == Runtime['ruby', 'A'], Runtime['Ruby', 'A'] == Runtime['Ruby', 'A'])
notice(1 =~ Runtime['ruby', 'Integer'], 'a' =~ Runtime['ruby', 'String'], 'a' =~ Runtime)
