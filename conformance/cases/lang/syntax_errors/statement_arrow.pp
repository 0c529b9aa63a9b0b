# statement arrow
notice a => 1
