# spec: 001 "Source text", bytes and UTF-8
$a = "ÿ"
