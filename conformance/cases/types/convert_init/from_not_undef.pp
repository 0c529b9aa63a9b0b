# spec: 000 "Init": what NotUndef, Optional and Variant hold is asked, each by itself
notice(Init[Array[Integer]] == NotUndef[Init[Array[Integer]]], Init[Integer] >= Variant[String, Integer])
notice(Init[Integer] >= Optional[String], Init[Integer] >= Variant[String, Regexp], Init >= Optional[Callable])
