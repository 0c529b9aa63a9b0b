# Resources: type string
'notify' { 'a': }
