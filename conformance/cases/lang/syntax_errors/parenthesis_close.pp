# parenthesis close
notice(1))
