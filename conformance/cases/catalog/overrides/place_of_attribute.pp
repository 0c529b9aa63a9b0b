notify { 'x':
  withpath => true,
  message => 1 }
Notify['x', 'y'] {
  tag => true,
  message  +> 2,
}
