# Resources: meta schedule
schedule { 's': period => 'daily' } notify { 'a': schedule => 's' }
