# settings: rich_data=false
notify { 'a': message => [/re/, default, SemVer('1.2.3'), { 1 => 2 }] }
