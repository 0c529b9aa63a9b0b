# Resources: type expression b
"notify" { 'a': }
