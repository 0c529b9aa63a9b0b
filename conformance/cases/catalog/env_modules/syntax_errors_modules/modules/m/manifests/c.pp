class m::c { 
  $X = 1 
}