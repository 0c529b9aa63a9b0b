# a slash alone means all escapes; unknown ones stay, without a warning
$x = 'X'
notice(@("A"/))
a\tb\sc\$x $x \\ \u0041 \q \" \' \
joined\nnext
|-A
