# a class is not conditional
if true { class a { } }
