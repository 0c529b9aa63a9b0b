@file { '/a': }
class c { @user { 'u': } notify { 'n': before => File['/a'] } }
include c
