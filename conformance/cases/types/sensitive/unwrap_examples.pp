# spec: 000 "Sensitive"
$secret = Sensitive(42)
$processed = $secret.unwrap |$sensitive| { $sensitive * 2 }
notice($processed)
notice($secret, "${secret}", Sensitive('x') =~ Sensitive[String], Sensitive('x') =~ Sensitive[Integer], Sensitive('abc') =~ Sensitive[String[10]], 'x' =~ Sensitive)
