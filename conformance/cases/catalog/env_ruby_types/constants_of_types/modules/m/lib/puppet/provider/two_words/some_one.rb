Puppet::Type::Two_words.provide(:some_one) { }
