include users
include roles