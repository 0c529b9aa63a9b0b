# Virtual: collect catalogentry
CatalogEntry <| |>
