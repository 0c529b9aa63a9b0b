# an interpolated string as a statement
"a${1}"
notice('after')
