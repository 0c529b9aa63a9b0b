# the message shows the magnitude of what is too low
$low = Integer('-9223372036854775809')
notice($low + 1)
notice($low >> 70)
notice($low - 1)
