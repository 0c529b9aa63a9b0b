# a number in braces is a match variable
if 'abc' =~ /(b)(c)/ {
  notice("${0} ${1}${2} $1 ${1.upcase} [${3}]")
}
notice("${1 + 1} ${(1)}")
