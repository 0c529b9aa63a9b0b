# Stands in for a function that patches Ruby's Resolv. No stand-in calls Resolv, so there is nothing to patch.
function wmflib::monkey_patch() {
  undef
}
