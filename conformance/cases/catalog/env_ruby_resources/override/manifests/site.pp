notify { 'n': message => 'a' }
notice(m::t('scope.catalog.resource("Notify", "n").then { |r| r[:message] = [r[:message], "b"]; r[:message] }'))
Notify <| title == 'n' |> { message +> 'c' }
