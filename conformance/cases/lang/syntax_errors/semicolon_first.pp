# semicolon first
; notice(1)
