notice("before")
include n
notice("mid")
include m