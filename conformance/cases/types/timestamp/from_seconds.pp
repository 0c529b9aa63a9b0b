# spec: 000 "Timestamp"
notice(Timestamp(1473150899), Timestamp(1473150899.5), Timestamp(-1))
