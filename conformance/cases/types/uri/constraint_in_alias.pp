# in an alias both forms of constraints are looked at
type Http = URI[{scheme => 'http', port => '80'}]
notice(Http)
