//! Implements `IPAddr`: addresses and networks in the manner of Ruby's library.

use std::net::{Ipv4Addr, Ipv6Addr};

/// An address and its mask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ip {
    pub is_v6: bool,
    /// The address with the bits outside the mask cleared.
    pub address: u128,
    mask: u128,
}

impl Ip {
    /// Parses `address`, `address/length` or `address/mask`; returns `None` where Ruby raises an
    /// error, and for forms that only Ruby knows.
    pub fn parse(text: &str) -> Option<Ip> {
        let (address, length) = match text.split_once('/') {
            Some((address, length)) => (address, Some(length)),
            None => (text, None),
        };
        let inner = address
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'));
        let ip = match inner {
            Some(inner) => Ip::v6(inner)?,
            None => match Ip::v4(address) {
                Some(ip) => ip,
                None => Ip::v6(address)?,
            },
        };
        match length {
            Some(length) => ip.masked_by(length),
            None => Some(ip),
        }
    }

    fn v4(text: &str) -> Option<Ip> {
        let address: Ipv4Addr = text.parse().ok()?;
        Some(Ip::of(false, u128::from(u32::from(address))))
    }

    fn v6(text: &str) -> Option<Ip> {
        let address: Ipv6Addr = text.parse().ok()?;
        Some(Ip::of(true, u128::from(address)))
    }

    /// Creates an address of a family with the full mask.
    fn of(is_v6: bool, address: u128) -> Ip {
        Ip {
            is_v6,
            address,
            mask: all(is_v6),
        }
    }

    /// Returns the number of bits of an address.
    fn bits(self) -> u32 {
        if self.is_v6 { 128 } else { 32 }
    }

    /// Implements `mask(length)` and `mask('255.0.0.0')`.
    pub fn masked_by(self, text: &str) -> Option<Ip> {
        if !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit()) {
            return self.masked(text.parse().ok()?);
        }
        let mask =
            Ip::parse(text).filter(|mask| mask.is_v6 == self.is_v6 && !text.contains('/'))?;
        let zeros = mask.address.trailing_zeros().min(self.bits());
        let length = self.bits() - zeros;
        let is_plain = self.masked(length)?.mask == mask.address;
        is_plain.then(|| self.masked(length))?
    }

    /// Returns the network of a prefix length that contains the address.
    pub fn masked(self, length: u32) -> Option<Ip> {
        let rest = self.bits().checked_sub(length)?;
        let mask = match rest {
            128 => 0,
            rest => all(self.is_v6) >> rest << rest,
        };
        Some(Ip {
            address: self.address & mask,
            mask,
            ..self
        })
    }

    /// Returns the prefix length.
    pub fn prefix(self) -> u32 {
        self.mask.count_ones()
    }

    /// Returns another address with the same mask; `None` if it is too large.
    pub fn with(self, address: u128) -> Option<Ip> {
        (address <= all(self.is_v6)).then_some(Ip { address, ..self })
    }

    /// Returns the address `by` places further on.
    pub fn moved(self, by: i64) -> Option<Ip> {
        let by_bits = u128::from(by.unsigned_abs());
        self.with(match by < 0 {
            true => self.address.checked_sub(by_bits)?,
            false => self.address.checked_add(by_bits)?,
        })
    }

    /// Returns the first and the last address of the network.
    pub fn ends(self) -> (Ip, Ip) {
        let last = self.address | (all(self.is_v6) ^ self.mask);
        let of = |address| Ip::of(self.is_v6, address);
        (of(self.address), of(last))
    }

    /// Returns true if this network contains all of another one.
    pub fn includes(self, other: Ip) -> bool {
        let ((from, to), (other_from, other_to)) = (self.ends(), other.ends());
        self.is_v6 == other.is_v6
            && from.address <= other_from.address
            && other_to.address <= to.address
    }

    /// Implements `~`: returns the bitwise complement.
    pub fn inverted(self) -> Ip {
        Ip {
            address: self.address ^ all(self.is_v6),
            ..self
        }
    }

    /// Implements `to_string`: writes every part in full.
    pub fn full(self) -> String {
        shown_in_full(self.is_v6, self.address)
    }

    /// Implements `inspect`.
    pub fn inspected(self) -> String {
        let family = if self.is_v6 { "IPv6" } else { "IPv4" };
        let mask = shown_in_full(self.is_v6, self.mask);
        format!("#<IPAddr: {family}:{}/{mask}>", self.full())
    }

    /// Returns the domain name for a reverse DNS lookup.
    pub fn reversed(self) -> String {
        if !self.is_v6 {
            let parts = (self.address as u32).to_le_bytes();
            let parts = parts.map(|part| part.to_string());
            return format!("{}.in-addr.arpa", parts.join("."));
        }
        let digits = format!("{:032x}", self.address);
        let digits: Vec<String> = digits.chars().rev().map(String::from).collect();
        format!("{}.ip6.arpa", digits.join("."))
    }

    /// Returns true if the address belongs to a private range.
    pub fn is_private(self) -> bool {
        if self.is_v6 {
            return self.address >> 121 == 0x7e;
        }
        let address = self.address;
        address >> 24 == 10 || address >> 20 == 0xac1 || address >> 16 == 0xc0a8
    }

    pub fn is_loopback(self) -> bool {
        match self.is_v6 {
            true => self.address == 1,
            false => self.address >> 24 == 127,
        }
    }

    pub fn is_link_local(self) -> bool {
        match self.is_v6 {
            true => self.address >> 118 == 0x3fa,
            false => self.address >> 16 == 0xa9fe,
        }
    }
}

/// Implements `to_s`.
impl std::fmt::Display for Ip {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if !self.is_v6 {
            return out.write_str(&self.full());
        }
        let parts = Ipv6Addr::from(self.address).segments();
        let text = compressed(parts);
        // the last two parts are shown in the notation of IPv4
        let is_old = parts[..5] == [0; 5] && matches!(parts[5], 0 | 0xffff);
        let prefix = match parts[5] {
            0xffff => "::ffff:",
            _ => "::",
        };
        let is_short = text
            .strip_prefix(prefix)
            .is_some_and(|rest| rest.contains(':') && !rest.starts_with(':'));
        match is_old && is_short {
            true => write!(out, "{prefix}{}", Ipv4Addr::from(self.address as u32)),
            false => out.write_str(&text),
        }
    }
}

/// Writes the parts of an address with `::` in place of the longest run of zeros.
fn compressed(parts: [u16; 8]) -> String {
    let (mut longest, mut at) = (1, 0);
    for from in 0..8 {
        let count = parts[from..].iter().take_while(|part| **part == 0).count();
        if count > longest {
            (longest, at) = (count, from);
        }
    }
    let joined = |parts: &[u16]| {
        let parts: Vec<String> = parts.iter().map(|part| format!("{part:x}")).collect();
        parts.join(":")
    };
    match longest {
        1 => joined(&parts),
        _ => format!(
            "{}::{}",
            joined(&parts[..at]),
            joined(&parts[at + longest..])
        ),
    }
}

fn shown_in_full(is_v6: bool, address: u128) -> String {
    if !is_v6 {
        return Ipv4Addr::from(address as u32).to_string();
    }
    let parts = Ipv6Addr::from(address).segments();
    parts.map(|part| format!("{part:04x}")).join(":")
}

/// Returns the full mask of a family.
fn all(is_v6: bool) -> u128 {
    if is_v6 {
        u128::MAX
    } else {
        u128::from(u32::MAX)
    }
}
