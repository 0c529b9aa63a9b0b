# spec: 001 "The String data type": the examples of the manual
notice(['', 'abcdef'].map |$s| { $s =~ String }, ['abcde', 'abcdef'].map |$s| { $s =~ String[6] })
notice(['abcde', 'abcdef', 'abcdefgh', 'abcdefghi'].map |$s| { $s =~ String[6,8] })
