# spec: 000 "Timestamp": weeks and days at the turn of years
['2015-12-31', '2016-01-01', '2016-01-03', '2016-01-04', '2016-12-31', '2017-01-01', '2020-12-31', '2021-01-03', '2024-12-30'].each |$s| { notice($s, ' ', Timestamp($s).strftime('%G %g %V %U %W %j %u %w %a %C %y')) }
