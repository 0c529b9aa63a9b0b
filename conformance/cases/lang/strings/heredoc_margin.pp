# spec: 001 "Stripping indentation": the pipe says where lines begin
notice(@(EOT))
    This block of text is
      visibly separated from
    everything around it.
    | EOT
