# resource true attribute
file { 'a': true => file }
