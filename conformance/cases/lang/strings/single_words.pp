# spec: 001 "Single-quoted strings": several words
$autoupdate = true
if $autoupdate {
  notice('autoupdate parameter has been deprecated and replaced with package_ensure.  Set this to latest for the same behavior as autoupdate => true.')
}
