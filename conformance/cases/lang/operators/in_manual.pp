# spec: 004 "in": all examples of the manual
notice('eat' in 'eaten', 'Eat' in 'eaten')
notice('eat' in ['eat', 'ate', 'eating'], 'Eat' in ['eat', 'ate', 'eating'])
notice('eat' in { 'eat' => 'present tense', 'ate' => 'past tense'}, 'eat' in { 'present' => 'eat', 'past' => 'ate' })
notice(/(?i:EAT)/ in ['eat', 'ate', 'eating'], Integer[100, 199] in [1, 2, 125], Integer[100, 199] in [1, 2, 25])
