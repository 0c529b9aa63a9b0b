# spec: 001 "Interpolation": a call without parentheses is none
notice("${notice 1}")
