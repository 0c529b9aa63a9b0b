# Resources: meta stage
notify { 'a': stage => 'main' }
