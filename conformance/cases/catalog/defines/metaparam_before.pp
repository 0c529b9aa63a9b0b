# Defines: metaparam before
define d($before) { }
