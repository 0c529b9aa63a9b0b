# only variables can be assigned
include() = 1
