# Resources: alias virtual
@notify { 'a': alias => 'z' } realize Notify['z']
