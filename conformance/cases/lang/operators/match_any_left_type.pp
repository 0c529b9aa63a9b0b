# spec: 004 "=~ (regex or data type match)": for a type the left may be anything
notice(undef =~ Undef, [1] =~ Array[Integer], Integer =~ Type, /a/ =~ Regexp, default =~ Default)
