# a collector is no value
$a = Notify<| |>
