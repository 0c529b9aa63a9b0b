//! Writes the result of a fleet as a JUnit report with a test for each node.

use std::path::Path;
use std::time::Duration;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::folder::write;
use super::record::{Cost, NodeRecord, Status};
use super::summary::{Costs, Summary};
use crate::messages::Finding;

/// Writes the report. A failed node is a failure, and a node that was not compiled is skipped.
/// Warnings and errors are the standard error of the test.
///
/// # Errors
/// Fails if the file cannot be written. The error names the file.
pub fn write_report(path: &Path, summary: &Summary, costs: &Costs) -> Result<(), String> {
    let mut suite = TestSuite::new(summary.environment.clone());
    for (node, record) in &summary.nodes {
        let cost = costs.nodes.get(node).copied().unwrap_or_default();
        let mut case = case(node, record, cost);
        case.set_classname(summary.environment.clone());
        suite.add_test_case(case);
    }
    suite.set_time(Duration::from_micros(costs.wall_us));
    let mut report = Report::new("bunraku fleet");
    report.set_time(Duration::from_micros(costs.wall_us));
    report.add_test_suite(suite);
    let text = report.to_string();
    let text = text.map_err(|error| format!("{}: {error}", path.display()))?;
    write(path.to_owned(), &text)
}

fn case(node: &str, record: &NodeRecord, cost: Cost) -> TestCase {
    let status = match record.status {
        Status::Compiled | Status::Unchanged => TestCaseStatus::success(),
        Status::Missing => {
            let mut status = TestCaseStatus::skipped();
            status.set_message("the run ended before this node was compiled");
            status
        }
        Status::Failed => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            if let Some(error) = record.error() {
                status.set_message(error.message.clone());
                status.set_type(error.code.as_deref().unwrap_or("error"));
                status.set_description(line(error));
            }
            status
        }
    };
    let mut case = TestCase::new(node, status);
    case.set_time(Duration::from_micros(cost.wall_us));
    if !record.messages.is_empty() {
        let lines: Vec<String> = record.messages.iter().map(line).collect();
        case.set_system_err(lines.join("\n"));
    }
    case
}

/// Returns a message as the line that Puppet shows.
pub fn line(finding: &Finding) -> String {
    let label = match finding.level.as_str() {
        "warning" => "Warning",
        "err" => "Error",
        other => other,
    };
    format!("{label}: {}", finding.text())
}
