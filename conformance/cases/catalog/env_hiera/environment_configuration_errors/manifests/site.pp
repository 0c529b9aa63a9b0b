# default_hierarchy is for modules only
notice(lookup('k'))
