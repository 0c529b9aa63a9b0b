# a collector needs a type
notify<| |>
$x<| |>
'notify'<<| |>>
