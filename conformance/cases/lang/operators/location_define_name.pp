# spec: 004 "Location": not as the name of a defined type
define "a${1}"() { }
