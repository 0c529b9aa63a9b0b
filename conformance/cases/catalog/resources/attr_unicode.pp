# Resources: attr unicode
notify { 'ä': message => "ö\u{1F600}\u0000\u001f\u007f\u2028</script>\\ / \"" }
