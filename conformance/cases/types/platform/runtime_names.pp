# spec: 000 "Runtime": types of names that are no class of the platform
notice(Runtime['ruby', 'Mine::A'] == Runtime['ruby', 'Mine::A'], Runtime['ruby', 'Mine::A'] == Runtime['ruby', 'Mine::B'])
notice(Runtime > Runtime['ruby', 'Mine::A'])
