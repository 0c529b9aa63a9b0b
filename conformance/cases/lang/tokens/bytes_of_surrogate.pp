# spec: 001 "Source text", bytes and UTF-8
notice("í €")
