# spec: 001 "Preventing interpolation": a dollar that begins no variable
notice("$", "a $ b", "5$", "$-", "$ {x}", "${1}", "$$", "$\$", "$'", "$)")
