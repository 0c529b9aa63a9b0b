# spec: 000 "Operations on Sensitive values"
notice(Sensitive(1) == 1, Sensitive(1) == Sensitive(1), Sensitive(1) == Sensitive(2), Sensitive('a') =~ String, 'a' in [Sensitive('a')], if Sensitive(false) { 'true' } else { 'false' })
notice(Sensitive(1) - 1)
