//! command line
