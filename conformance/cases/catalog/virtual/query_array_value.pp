# Virtual: query array value
@user { 'a': groups => ['x', 'y'] } @user { 'b': groups => 'x' }
User <| groups == ['x', 'y'] |>
