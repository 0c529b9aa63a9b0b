# spec: 001 "Enabling escape sequences": an escape switch twice
notice(@(A/nn))
a
| A
