# comparisons are weaker than equality
notice(1 < 2 == true)
