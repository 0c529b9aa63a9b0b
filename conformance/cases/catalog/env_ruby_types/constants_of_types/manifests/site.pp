# spec: none; the constants of resource types and providers keep the underscores of their names
node names { two_words { 'a': x => 1 } notice(m::names()) }
node wrong { wrong_words { 'a': x => 1 } }
