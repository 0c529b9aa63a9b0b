Puppet::Type::WrongWords.provide(:some_one) { }
