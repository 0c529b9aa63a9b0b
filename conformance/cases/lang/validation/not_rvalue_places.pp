# in lists, hashes, conditions and operators
$a = [Notify<| |>, { Notify<| |> => Notify<| |> }]
if Notify<| |> { }
notice("${Notify<| |>}")
