# Functions: create resources uri
create_resources(notify, { 'b' => { 'message' => URI('http://a/b') } })
