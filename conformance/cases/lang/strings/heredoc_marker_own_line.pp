# spec: 001 "end marker": it stands on a line of its own
notice(@(EOT), 'behind')
  EOT x
  EOT, y
  "EOT"
  | "EOT"
  EOT |
  | EOT
notice('then')
