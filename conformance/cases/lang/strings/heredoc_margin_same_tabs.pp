# spec: 001 "Stripping indentation": the same amount of tabs
notice(@(A), @(B))
		tabs
			more
		| A
	  mixed
	  | B
