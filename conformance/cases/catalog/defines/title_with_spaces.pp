# Defines: title with spaces
define d { notify { $title: } }
d { ['a b', 'ä ö', "tab\there", "new\nline", '$x', '[x]', 'a::B', '', "quote'\""]: }
