# spec: 001 "End text": any run of text without line breaks, colons, slashes, parentheses
$a = @(...end...end...)
  x
  |- ...end...end...
$b = @(Verse 8 of The Raven)
  y
  |- Verse 8 of The Raven
notice("${a}${b}")
