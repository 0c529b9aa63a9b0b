# no call without parentheses
notice("${notice a}")
