# Tags: upper title
notify { 'UPPER': } notify { 'Mixed::Case': }
