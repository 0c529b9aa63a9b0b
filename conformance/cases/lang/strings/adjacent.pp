# a string ends where its quote is; the next token may follow at once
$a = ['a''b']
