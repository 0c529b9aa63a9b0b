# Functions: create resources type
define d2($x=1) { }
create_resources(Notify, { 'y' => {  } }, {  })
