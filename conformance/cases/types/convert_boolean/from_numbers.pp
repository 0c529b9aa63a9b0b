# spec: 000 "Boolean"
notice(Boolean(0), Boolean(0.0), Boolean(1), Boolean(-0.5))
