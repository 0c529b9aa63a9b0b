notice(getvar('Bad-Name'))
