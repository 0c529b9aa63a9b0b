# Virtual: collect resource
Resource <| |>
