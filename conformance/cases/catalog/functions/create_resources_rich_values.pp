# Functions: create resources rich values
create_resources(notify, { 'b' => { 'message' => [Binary('aGk='), Timestamp(0), /a/, Integer[1,2], Sensitive('x'), default, undef, SemVer('1.0.0'), Timespan(1)] } })
