# Virtual: query array attr
@user { 'a': groups => ['x', 'y'] } @user { 'b': groups => 'x' } @user { 'c': groups => [['x']] }
User <| groups == 'x' |>
