Puppet::Type.type(:extended_elsewhere).newproperty(:more)
Puppet::Type.type(:extended_elsewhere).provide(:more)
