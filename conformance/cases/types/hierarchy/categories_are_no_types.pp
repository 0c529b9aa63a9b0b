# spec: 000 "Puppet Types": there is no type called DataType
notice(1 =~ DataType)
