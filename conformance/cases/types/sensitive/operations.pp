# spec: 000 "Operations on Sensitive values"
notice("${Sensitive(1)}", Sensitive(1) == Sensitive(1))
notice(Sensitive(1) + 1)
