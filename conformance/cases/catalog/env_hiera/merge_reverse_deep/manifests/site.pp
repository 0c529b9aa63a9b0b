# Strategy reverse_deep: the last place wins
notice(lookup('k01', { merge => reverse_deep }))
notice(lookup('k02', { merge => reverse_deep }))
notice(lookup('k03', { merge => reverse_deep }))
notice(lookup('k04', { merge => reverse_deep }))
