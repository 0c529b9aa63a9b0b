# lines that do not start with the margin keep their blanks
$a = @(END)
	tab
        eight
	 tab and space
	| END
notice($a)
