# spec: 000 "Boolean"
notice(true =~ Boolean[true], true =~ Boolean[false], false =~ Boolean[true], false =~ Boolean[false])
notice(Boolean == Boolean[true], Boolean[false] == Boolean[true], Boolean > Boolean[true], Boolean > Boolean[false])
