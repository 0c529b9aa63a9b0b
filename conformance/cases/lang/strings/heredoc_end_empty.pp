# spec: 001 "End text": not empty
notice(@())
a
|
