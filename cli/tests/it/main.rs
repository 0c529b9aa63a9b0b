//! Tests the command: each module tests one part of it. All are one program, because linking a
//! program for each would take longer than most of them run. `cases.rs` and `generated.rs` are
//! separate programs, because the limit of memory applies to the whole process.

mod bad_input;
mod changed;
mod changed_fleet;
mod changed_generated;
mod check;
mod command_line;
mod common;
mod corpus;
mod diff;
mod dump;
mod environments;
mod environments_generated;
mod error_places;
mod explain;
mod exported;
mod filetests;
mod fleet;
mod guide;
mod hunt;
mod inputs;
mod install;
mod jit;
mod limits;
mod limits_everywhere;
mod lookup;
mod many_calls;
mod memory;
mod operators;
mod profile;
mod puppetdb;
mod puppetdb_server;
mod repl;
mod reuse_commands;
mod ruby_native;
mod ruby_processes;
mod ruby_values;
mod special_files;
mod stream;
mod string_functions;
mod trace;
mod type_laws;
