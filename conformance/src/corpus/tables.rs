//! Owns the committed scores: those at first sight, the current ones, and the page with both.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::{fs, io};

/// The numbers of right and of different compilations of a repository.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Equal catalogs.
    pub equal: usize,
    /// The same errors.
    pub same_error: usize,
    /// Differences.
    pub differs: usize,
}

impl Score {
    /// Returns the number of compilations.
    pub fn total(&self) -> usize {
        self.equal + self.same_error + self.differs
    }

    /// Adds another score.
    pub fn add(&mut self, other: &Score) {
        self.equal += other.equal;
        self.same_error += other.same_error;
        self.differs += other.differs;
    }

    /// Returns the share of right compilations.
    pub fn share(&self) -> String {
        let right = (self.equal + self.same_error) as f64;
        match self.total() {
            0 => "-".to_owned(),
            total => format!("{:.2}%", right * 100.0 / total as f64),
        }
    }
}

/// A table of scores in a file with tab-separated fields: repository, commit, numbers.
#[derive(Clone, Debug, Default)]
pub struct Table {
    rows: BTreeMap<String, (String, Score)>,
}

const HEAD: &str = "# repository, commit, equal catalogs, same errors, differences\n";

impl Table {
    /// Reads a table. It is empty if the file does not exist.
    pub fn read(path: &Path) -> Table {
        let text = fs::read_to_string(path).unwrap_or_default();
        let row = |line: &str| {
            let fields: Vec<&str> = line.split('\t').collect();
            let [name, commit, equal, same_error, differs] = fields[..] else {
                return None;
            };
            let number = |text: &str| text.parse::<usize>().ok();
            let score = Score {
                equal: number(equal)?,
                same_error: number(same_error)?,
                differs: number(differs)?,
            };
            Some((name.to_owned(), (commit.to_owned(), score)))
        };
        Table {
            rows: text.lines().filter_map(row).collect(),
        }
    }

    /// Writes the table.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let mut text = HEAD.to_owned();
        for (name, (commit, score)) in &self.rows {
            let Score {
                equal,
                same_error,
                differs,
            } = score;
            let _ = writeln!(text, "{name}\t{commit}\t{equal}\t{same_error}\t{differs}");
        }
        fs::write(path, text)
    }

    /// Sets the score of a repository.
    pub fn put(&mut self, name: &str, commit: &str, score: Score) {
        self.rows
            .insert(name.to_owned(), (commit.to_owned(), score));
    }

    /// Returns true if the table has a score of the repository.
    pub fn has(&self, name: &str) -> bool {
        self.rows.contains_key(name)
    }

    /// Returns the number of selected repositories and the sum of their scores.
    pub fn sum(&self, wanted: impl Fn(&str) -> bool) -> (usize, Score) {
        let mut sum = Score::default();
        let rows = self.rows.iter().filter(|(name, _)| wanted(name));
        let count = rows.map(|(_, (_, score))| sum.add(score)).count();
        (count, sum)
    }

    fn get(&self, name: &str) -> Option<&Score> {
        self.rows.get(name).map(|(_, score)| score)
    }
}

/// The end of the generated part of the page. The rest is written by hand.
const END: &str = "<!-- what is above is written by `bunraku conformance corpus` -->";

/// Returns the cells of a score in the table of repositories.
fn cells(score: Score) -> String {
    let Score {
        equal,
        same_error,
        differs,
    } = score;
    let share = score.share();
    format!(" {equal} | {same_error} | {differs} | {share} |")
}

/// Writes the page `SCORE.md`. `repositories` contains names and groups, in order.
///
/// # Errors
/// Fails if the file cannot be written.
// Long because it writes the page from top to bottom.
pub fn write_page(
    path: &Path,
    repositories: &[(String, String)],
    first: &Table,
    now: &[(String, Table)],
) -> io::Result<()> {
    let mut page = String::from(
        "# Score over public repositories\n\n\
         Compilations of the repositories of `repositories.tsv` whose catalog, or whose error with its position, and log \
         are those of Puppet. A repository is compiled for the first time before anything is mended by it: that is its \
         score at first sight.\n\n",
    );
    page += "| | repositories | compilations | equal catalogs | same errors | differ | right |\n\
             |---|---:|---:|---:|---:|---:|---:|\n";
    let mut line = |title: &str, (count, sum): (usize, Score)| {
        let Score {
            equal,
            same_error,
            differs,
        } = sum;
        let (total, share) = (sum.total(), sum.share());
        let _ = writeln!(
            page,
            "| {title} | {count} | {total} | {equal} | {same_error} | {differs} | {share} |"
        );
    };
    let of_group = |group: &str| {
        let names: Vec<String> = repositories
            .iter()
            .filter(|(_, other)| other == group)
            .map(|(name, _)| name.clone())
            .collect();
        move |name: &str| names.iter().any(|other| other == name)
    };
    for group in ["mend", "untouched"] {
        line(
            &format!("at first sight, group {group}"),
            first.sum(of_group(group)),
        );
        for (reference, table) in now {
            line(
                &format!("now, group {group}, {reference}"),
                table.sum(of_group(group)),
            );
        }
    }
    page += "\n| repository | group | at first sight | right |";
    for (reference, _) in now {
        let _ = write!(page, " {reference}: equal | errors | differ | right |");
    }
    page += "\n|---|---|---:|---:|";
    page += &"---:|---:|---:|---:|".repeat(now.len());
    page += "\n";
    for (name, group) in repositories {
        if !first.has(name) && !now.iter().any(|(_, table)| table.has(name)) {
            continue;
        }
        let (total, share) = first
            .get(name)
            .map_or((0, "-".to_owned()), |s| (s.total(), s.share()));
        let _ = write!(page, "| {name} | {group} | {total} | {share} |");
        for (_, table) in now {
            page += &cells(table.get(name).copied().unwrap_or_default());
        }
        page += "\n";
    }
    page += END;
    page += "\n";
    let former = fs::read_to_string(path).unwrap_or_default();
    if let Some((_, by_hand)) = former.split_once(END) {
        page += by_hand.strip_prefix('\n').unwrap_or(by_hand);
    }
    fs::write(path, page)
}
