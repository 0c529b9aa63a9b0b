notice(Boolean('yes'), Boolean('No'), Boolean('TRUE'), Boolean('n'), Boolean(0), Boolean(1), Boolean(2.5), Boolean(0.0), Boolean(false), Boolean('y'))
notice(Boolean('maybe'))
