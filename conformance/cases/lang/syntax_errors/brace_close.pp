# brace close
class a {
}
}
