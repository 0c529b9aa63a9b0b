//! Syntax trees in Puppet's notation (PN), as `puppet parser dump` writes them.
