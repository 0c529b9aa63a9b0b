# Version 4 in an environment: backends, a suffix for each
notice(lookup('k', { merge => unique }))
