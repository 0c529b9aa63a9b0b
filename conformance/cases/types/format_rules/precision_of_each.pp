# spec: 000 "String": precision is the fraction of a float and the greatest length of a text
notice(String(3.14159, '%.2f'), String(3.14159, '%.0f'), String(3.14159, '%.3e'), String('abcdef', '%.3s'), String('abcdef', '%8.3s'), String('abcdef', '%-8.3s'), String(true, '%.2s'), String(/abc/, '%.3s'), String(default, '%.3s'), String(undef, '%.2u'), String(Integer, '%.3s'), String(12345, '%.2s'))
