# spec: 001 "Bare words": every reserved word
$words = ['and', 'application', 'attr', 'case', 'class', 'default', 'define', 'else', 'elsif', 'environment', 'false',
  'function', 'if', 'import', 'in', 'inherits', 'node', 'or', 'plan', 'private', 'site', 'true', 'type', 'undef', 'unless']
notice($words)
notice(application, environment, private, site, produces, consumes, attr, import)
