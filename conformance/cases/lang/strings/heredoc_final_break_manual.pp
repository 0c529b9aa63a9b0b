# spec: 001 "Suppressing the final line break": the example of the manual
$double = 'a'
$single = 'b'
$mytext = @("EOT")
    This is too inconvenient for ${double} or ${single} quotes, but must be one line.
    |-EOT
notice($mytext, $mytext =~ /\n/)
