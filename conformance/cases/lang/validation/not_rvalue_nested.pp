# reported for each parenthesis around it
$a = -(Notify<| |>)
