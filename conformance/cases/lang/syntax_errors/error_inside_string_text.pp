# error inside string text
notice("a ${[1 2]} b\q")
