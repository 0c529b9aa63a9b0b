include alpha
