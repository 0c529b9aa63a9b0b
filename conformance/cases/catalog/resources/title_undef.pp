# Resources: title undef
notify { undef: }
