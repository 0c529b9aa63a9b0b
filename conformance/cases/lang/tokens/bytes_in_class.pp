# spec: 001 "Source text", bytes and UTF-8
notice(1)
class c { notice('Ã') }

