# spec: 000 "Platform Types"
notice(Runtime['ruby', 'Puppetx::MyModule::MyClass'])
notice(Runtime['ruby', 'A'] == Runtime['ruby', 'B'])
notice(Runtime > Runtime['ruby', 'A'])
notice(Runtime)
