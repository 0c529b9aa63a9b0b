# Resources: attr bytes
notify { 'a': message => "tab\t cr\r nl\n bs\\b" }
