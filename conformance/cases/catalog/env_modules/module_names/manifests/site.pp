notice(defined("bad-name"), defined("Upper"), defined("_x"), defined("a1"))
include a1