# spec: 000 "Object Type, TypeSet"
type P = Object[{constants => {k => 1}}]
type K = Object[{parent => P, constants => {k => 2}}]
notice(P().k, K().k, K)
