# Virtual: exported define
define d { notify { $title: } }
@@d { 'a': }
D <<| title == 'a' |>>
