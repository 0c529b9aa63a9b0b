Facter.add(:ntp_offset) { setcode { 1 } }
