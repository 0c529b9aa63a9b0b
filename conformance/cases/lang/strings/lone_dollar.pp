# a dollar that starts no variable stays
$a = 'A'
notice("$", "a$", "$ a", "$-", "$$", "$$a", "a$$", "$.$a", "100$")
notice("$ {a} \${a} \$a $\{a}")
notice('$a ${a}')
notice("$$$a", "$a$", "${a}$")
