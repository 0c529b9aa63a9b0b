# spec: 002 "Pattern"
notice(/a/ =~ Pattern, 'a' =~ Pattern['a'])
