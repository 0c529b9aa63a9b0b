class outer($v = 1) {
  class inner { notify { "inner ${outer::v}": } }
  define thing() { notify { "thing ${title}": } }
  include outer::inner
  outer::thing { 't': }
}
include outer
