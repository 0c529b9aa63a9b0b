# Functions: create resources regexp title
create_resources(notify, { /a/ => { } })
