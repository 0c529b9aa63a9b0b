# spec: 000 "Type Aliases": names of built-in types are taken in any case of letters
type Semver = String
