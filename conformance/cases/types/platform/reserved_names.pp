# spec: 002 "Platform Types": Jvm, C and Go are names of resource types
notice(Jvm['x'])
