# an Init of what can not be made is an error where a value reaches it
notice([] =~ Array[Init[Undef]], 1 =~ Variant[Integer, Init[Any]], undef =~ Optional[Init[Undef]])
notice([1] =~ Array[Init[Optional[Integer]]])
