class m::e { 
  include m::d 
}