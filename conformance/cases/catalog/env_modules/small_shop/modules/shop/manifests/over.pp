class shop::over inherits shop { File['/shop'] { mode => '0444', before +> Notify['late'] } notify { 'late': } }
