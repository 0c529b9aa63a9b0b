# Resources: title hash
notify { { a => 1 }: }
