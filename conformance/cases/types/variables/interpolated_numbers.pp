# spec: 000 "Numeric Conversions"
notice("${0xFF} ${010} ${1e3} ${-5}")
