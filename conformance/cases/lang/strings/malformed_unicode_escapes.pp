# what is no escape stays, without a warning for \u
notice("\u41 \u{} \u{g} \u{1234567} \u00g0")
notice("\U0041 \x41 \101")
