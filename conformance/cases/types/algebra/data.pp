# spec: 000 "Data"
notice(type([Data, Data], 'reduced'))
notice(type([Data, Numeric], 'reduced'))
notice(type([Data, String], 'reduced'))
notice(type([Data, Array[Data]], 'reduced'))
notice(type([Data, Hash[String, Data]], 'reduced'))
notice(type([Data, Undef], 'reduced'))
notice(type([Data, Regexp], 'reduced'))
