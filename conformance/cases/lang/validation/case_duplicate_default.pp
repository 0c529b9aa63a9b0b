# one default
case 1 {
  default: { notice(1) }
  2, default: { notice(2) }
  default: { notice(3) }
}
