# a variable's name in upper case
notice("$Abc")
