notice($no::such::var)
