# spec: 001 "Stripping indentation": a line with less indentation loses what it has
notice(@(EOT))
  less
    enough
      more
    |- EOT
