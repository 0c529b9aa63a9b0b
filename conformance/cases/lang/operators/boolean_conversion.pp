# spec: 004 "Boolean Operators": operands are converted
notice('' and true, undef or false, [] and {}, 0 and 'false', !undef, !'', !0, !default)
