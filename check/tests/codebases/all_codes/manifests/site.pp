node 'twice' { }
node /three/, 'twice' { }

node default {
  include site
  notice($ntp::nothing) # lint:ignore:UNKNOWN_VARIABLE
}
