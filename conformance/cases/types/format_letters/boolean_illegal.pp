# spec: 000 "Boolean to String": a letter that Booleans do not have
notice(String(true, '%c'))
