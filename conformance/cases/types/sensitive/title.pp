# spec: 000 "Sensitive"
notify { Sensitive('a'): }
