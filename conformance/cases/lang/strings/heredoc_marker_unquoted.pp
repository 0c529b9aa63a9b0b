# spec: 001 "end marker": without quotes, also where the tag has them
notice(@("EOT"))
  ${1 + 1}
  | EOT
