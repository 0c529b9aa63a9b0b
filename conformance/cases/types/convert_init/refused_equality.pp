# spec: 000 "Init": what cannot be made is refused where it is asked what it accepts
notice(Init[Undef] == Init[Undef], Init[Undef] == Integer, Integer > Init[Undef], Any >= Init[Undef])
notice(Array[Integer] >= Array[Init[Undef]], Init >= Optional[Init[Undef]])
notice(Integer != Init[Undef])
