# spec: 001 "Stripping indentation": tabs are not spaces
notice(@(EOT))
	tab
  	mixed
    spaces
	| EOT
