# Defines: stage parameter
define d { notify { $title: } }
d { 'x': stage => 'main' }
