notice("site")
