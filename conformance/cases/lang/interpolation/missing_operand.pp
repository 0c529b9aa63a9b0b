# the error is at the text behind the interpolation
notice("a${1 + } b")
