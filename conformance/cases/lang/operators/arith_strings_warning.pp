# settings: strict=warning
notice('1' + 2, '0x10' + 1, '1.5' * 2, '010' + 1, -'3', '1e3' + 0)
notice([10, 20]['1'], '7' - 1)
