# Resources: meta export
notify { 'a': export => true }
