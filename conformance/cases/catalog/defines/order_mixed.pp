# Defines: order mixed
define d { notify { "d$title": } }
class k { notify { 'k': } d { 'k': } }
d { '1': }
include k
d { '2': }
notify { 'end': }
