# spec: 001 "Enabling escape sequences": an unknown escape is literal without a warning
notice(@(A/n))
a\qb\t
|- A
