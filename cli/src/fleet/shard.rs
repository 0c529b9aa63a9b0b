//! Divides the nodes of a fleet into shards, each of which one run compiles.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// One shard of several, written `I/N`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Shard {
    /// The number of the shard, from 1 on.
    pub index: u32,
    /// The number of shards.
    pub count: u32,
}

impl Shard {
    /// Returns true if a node belongs to the shard. Only the name decides, so that all machines
    /// agree, and a node stays in its shard when other nodes come or go: the first eight bytes of
    /// the name's SHA-256, as a big-endian number, modulo the number of shards.
    pub fn has(self, node: &str) -> bool {
        let digest = Sha256::digest(node.as_bytes());
        let number = digest[..8]
            .iter()
            .fold(0, |number, &byte| number << 8 | u64::from(byte));
        number % u64::from(self.count) == u64::from(self.index - 1)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let wanted = || "expected I/N, with I from 1 to N".to_owned();
        let (index, count) = text.split_once('/').ok_or_else(wanted)?;
        let index: u32 = index.parse().map_err(|_| wanted())?;
        let count: u32 = count.parse().map_err(|_| wanted())?;
        match index >= 1 && index <= count {
            true => Ok(Shard { index, count }),
            false => Err(wanted()),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_node_is_in_one_shard() {
        for count in [1, 2, 3, 7] {
            let mut sizes = vec![0; count as usize];
            for node in (0..700).map(|number| format!("node{number}.example.com")) {
                let has = |index: &u32| {
                    Shard {
                        index: *index,
                        count,
                    }
                    .has(&node)
                };
                let found: Vec<u32> = (1..=count).filter(has).collect();
                assert_eq!(found.len(), 1, "{node}");
                sizes[found[0] as usize - 1] += 1;
            }
            let least = 700 / count / 2;
            assert!(sizes.iter().all(|&size: &u32| size > least), "{sizes:?}");
        }
        // other machines and later versions must get the same shards
        for (node, of_4, of_7) in [("web01.example.com", 3, 7), ("a", 3, 5), ("ü", 1, 3)] {
            assert!(
                Shard {
                    index: of_4,
                    count: 4
                }
                .has(node)
            );
            assert!(
                Shard {
                    index: of_7,
                    count: 7
                }
                .has(node)
            );
        }
    }

    #[test]
    fn what_is_no_shard() {
        for text in ["", "1", "0/2", "3/2", "a/b", "1/2/3", "-1/2", "1/0"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
        assert_eq!("2/3".parse(), Ok(Shard { index: 2, count: 3 }));
    }
}
