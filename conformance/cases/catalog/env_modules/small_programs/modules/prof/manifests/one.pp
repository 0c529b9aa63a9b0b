class prof::one { notify { 'one': } tag 'tagged' notify { 'one-b': } }
