# A failed lookup in a define's default is shown where the define is, then where the instance is.
function found($key) {
  lookup($key)
}

define server(
  $name_of_it = [1].map |$i| {
    found('nowhere')
  },
) {
  notice($name_of_it)
}

class servers {
  server { 'a': }
}

include servers
