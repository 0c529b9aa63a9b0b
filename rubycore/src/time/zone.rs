//! Parses time zones: their names, by Ruby's table, and offsets from UTC.

use std::sync::LazyLock;

use regex::Regex;

/// Names in lower case, without ` standard time`, and their offsets in minutes; sorted.
#[rustfmt::skip]
const NAMES: &[(&str, i16)] = &[
    ("a", 60), ("acdt", 630), ("acst", 570), ("act", -300), ("acwst", 525), ("adt", -180),
    ("aedt", 660), ("aest", 600), ("afghanistan", 270), ("aft", 270), ("ahst", -600),
    ("akdt", -480), ("akst", -540), ("alaskan", -540), ("almt", 360), ("anast", 720),
    ("anat", 720), ("aoe", -720), ("aqtt", 300), ("arab", 180), ("arabian", 240), ("arabic", 180),
    ("art", -180), ("ast", -240), ("at", -120), ("atlantic", -240), ("aus central", 570),
    ("aus eastern", 600), ("awdt", 540), ("awst", 480), ("azores", -60), ("azost", 0),
    ("azot", -60), ("azst", 300), ("azt", 240), ("b", 120), ("bnt", 480), ("bot", -240),
    ("brst", -120), ("brt", -180), ("bst", 60), ("bt", 180), ("btt", 360), ("c", 180),
    ("canada central", -360), ("cape verde", -60), ("cast", 480), ("cat", 120), ("caucasus", 240),
    ("cct", 390), ("cdt", -300), ("cen. australia", 570), ("central", -360),
    ("central america", -360), ("central asia", 360), ("central europe", 60),
    ("central european", 60), ("central pacific", 660), ("cest", 120), ("cet", 60),
    ("chadt", 825), ("chast", 765), ("china", 480), ("chost", 540), ("chot", 480), ("chst", 600),
    ("chut", 600), ("cidst", -240), ("cist", -300), ("ckt", -600), ("clst", -180), ("clt", -240),
    ("cot", -300), ("cst", -360), ("cvt", -60), ("cxt", 420), ("d", 240), ("dateline", -720),
    ("davt", 420), ("ddut", 600), ("e", 300), ("e. africa", 180), ("e. australia", 600),
    ("e. europe", 120), ("e. south america", -180), ("eadt", 660), ("easst", -300),
    ("east", -360), ("eastern", -300), ("eat", 180), ("ect", -300), ("edt", -240), ("eest", 180),
    ("eet", 120), ("egst", 0), ("egt", -60), ("egypt", 120), ("ekaterinburg", 300), ("est", -300),
    ("f", 360), ("fet", 180), ("fiji", 720), ("fjst", 780), ("fjt", 720), ("fkst", -180),
    ("fkt", -240), ("fle", 120), ("fnt", -120), ("fst", 120), ("fwt", 60), ("g", 420),
    ("galt", -360), ("gamt", -540), ("get", 240), ("gft", -180), ("gilt", 720), ("gmt", 0),
    ("greenland", -180), ("greenwich", 0), ("gst", 600), ("gtb", 120), ("gyt", -240), ("h", 480),
    ("hadt", -540), ("hast", -600), ("hawaiian", -600), ("hdt", -540), ("hkt", 480),
    ("hovst", 480), ("hovt", 420), ("hst", -600), ("i", 540), ("ict", 420), ("idle", 720),
    ("idlw", -720), ("idt", 180), ("india", 330), ("iot", 360), ("iran", 210), ("irdt", 270),
    ("irkst", 540), ("irkt", 480), ("irst", 210), ("ist", 330), ("jerusalem", 120), ("jst", 540),
    ("k", 600), ("kgt", 360), ("korea", 540), ("kost", 660), ("krast", 480), ("krat", 420),
    ("kst", 540), ("kuyt", 240), ("l", 660), ("lhdt", 660), ("lhst", 630), ("lint", 840),
    ("m", 720), ("magst", 720), ("magt", 660), ("malay peninsula", 480), ("mart", -510),
    ("mawt", 300), ("mdt", -360), ("mest", 120), ("mesz", 120), ("met", 60), ("mewt", 60),
    ("mexico", -360), ("mez", 60), ("mht", 720), ("mmt", 390), ("mountain", -420), ("msd", 240),
    ("msk", 180), ("mst", -420), ("mut", 240), ("mvt", 300), ("myanmar", 390), ("myt", 480),
    ("n", -60), ("n. central asia", 360), ("nct", 660), ("ndt", -90), ("nepal", 345),
    ("new zealand", 720), ("newfoundland", -210), ("nfdt", 720), ("nft", 660),
    ("north asia", 420), ("north asia east", 480), ("novst", 420), ("novt", 420), ("npt", 345),
    ("nrt", 720), ("nst", -150), ("nt", -660), ("nut", -660), ("nzdt", 780), ("nzst", 720),
    ("nzt", 720), ("o", -120), ("omsst", 420), ("omst", 360), ("orat", 300), ("p", -180),
    ("pacific", -480), ("pacific sa", -240), ("pdt", -420), ("pet", -300), ("petst", 720),
    ("pett", 720), ("pgt", 600), ("phot", 780), ("pht", 480), ("pkt", 300), ("pmdt", -120),
    ("pmst", -180), ("pont", 660), ("pst", -480), ("pwt", 540), ("pyst", -180), ("q", -240),
    ("qyzt", 360), ("r", -300), ("ret", 240), ("romance", 60), ("rott", -180), ("russian", 180),
    ("s", -360), ("sa eastern", -180), ("sa pacific", -300), ("sa western", -240), ("sakt", 660),
    ("samoa", -660), ("samt", 240), ("sast", 120), ("sbt", 660), ("sct", 240), ("se asia", 420),
    ("sgt", 480), ("south africa", 120), ("sret", 660), ("sri lanka", 360), ("srt", -180),
    ("sst", -660), ("swt", 60), ("syot", 180), ("t", -420), ("taht", -600), ("taipei", 480),
    ("tasmania", 600), ("tft", 300), ("tjt", 300), ("tkt", 780), ("tlt", 540), ("tmt", 300),
    ("tokyo", 540), ("tonga", 780), ("tost", 840), ("tot", 780), ("trt", 180), ("tvt", 720),
    ("u", -480), ("ulast", 540), ("ulat", 480), ("us eastern", -300), ("us mountain", -420),
    ("ut", 0), ("utc", 0), ("uyst", -120), ("uyt", -180), ("uzt", 300), ("v", -540),
    ("vet", -240), ("vladivostok", 600), ("vlast", 660), ("vlat", 600), ("vost", 360),
    ("vut", 660), ("w", -600), ("w. australia", 480), ("w. central africa", 60),
    ("w. europe", 60), ("wadt", 480), ("wakt", 720), ("warst", -180), ("wast", 120), ("wat", 60),
    ("west", 60), ("west asia", 300), ("west pacific", 600), ("wet", 0), ("wft", 720),
    ("wgst", -120), ("wgt", -180), ("wib", 420), ("wit", 540), ("wita", 480), ("wt", 0),
    ("x", -660), ("y", -720), ("yakst", 600), ("yakt", 540), ("yakutsk", 540), ("yapt", 600),
    ("ydt", -480), ("yekst", 360), ("yekt", 300), ("yst", -540), ("z", 0),
];

/// Returns the length in bytes of the time zone at the start of a text, judged by its shape alone.
pub fn scan(text: &str) -> Option<usize> {
    static SHAPE: LazyLock<Option<Regex>> = LazyLock::new(|| {
        let numeric = r"(?:gmt|utc?)?[-+][0-9]+(?:[,.:][0-9]+(?::[0-9]+)?)?";
        let long = r"[a-z.\s]+(?:standard|daylight)\stime\b";
        let short = r"[a-z]+(?:\s+dst)?\b";
        Regex::new(&format!("(?i-u)^(?:{numeric}|{long}|{short})")).ok()
    });
    let found = SHAPE.as_ref()?.find(text)?;
    Some(found.end())
}

/// Returns the offset of a zone in seconds; `None` for an unknown name.
pub fn offset(zone: &str) -> Option<i32> {
    let words: Vec<&str> = zone.split_whitespace().collect();
    let lower = words.join(" ").to_ascii_lowercase();
    let mut name = lower.as_str();
    let mut daylight = 0;
    for (suffix, more) in [
        (" standard time", 0),
        (" daylight time", 3600),
        (" dst", 3600),
    ] {
        if let Some(rest) = name.strip_suffix(suffix) {
            name = rest;
            daylight = more;
            break;
        }
    }
    if name == "current" {
        // the zone of the machine is assumed to be UTC, so that the same input gives the same
        // output
        return Some(0);
    }
    if let Ok(at) = NAMES.binary_search_by_key(&name, |&(name, _)| name) {
        return Some(i32::from(NAMES[at].1) * 60 + daylight);
    }
    let digits = ["gmt", "utc"]
        .iter()
        .find_map(|prefix| name.strip_prefix(prefix))
        .unwrap_or(name);
    numeric(digits)
}

/// Returns the offset of local time in seconds for the offset of a zone: full minutes.
///
/// # Errors
/// Returns the message when it is a day or more.
pub fn local_offset(zone: &str, offset: i32) -> Result<i32, String> {
    // texts of this form are passed to Ruby unchanged
    let clock = zone
        .strip_prefix(['+', '-'])
        .and_then(|clock| clock.split_once(':'));
    let pair = |text: &str| match text.len() {
        2 => text.parse::<u32>().ok(),
        _ => None,
    };
    let clock = clock.and_then(|(hours, minutes)| Some((pair(hours)?, pair(minutes)?)));
    match clock {
        Some((_, 60..)) => Err(not_a_clock(zone)),
        // three digits of hours are no such text
        None if offset.unsigned_abs() >= 360_000 => {
            let (sign, minutes) = (
                if offset < 0 { '-' } else { '+' },
                offset.unsigned_abs() / 60,
            );
            let zone = format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60);
            Err(not_a_clock(&zone))
        }
        Some((24.., _)) => Err("utc_offset out of range".to_owned()),
        _ if offset.unsigned_abs() >= 86_400 => Err("utc_offset out of range".to_owned()),
        _ => Ok(offset.div_euclid(60) * 60),
    }
}

fn not_a_clock(zone: &str) -> String {
    format!(
        "\"+HH:MM\", \"-HH:MM\", \"UTC\" or \"A\"..\"I\",\"K\"..\"Z\" expected for utc_offset: {zone}"
    )
}

/// Parses `+2`, `+0200`, `+02:00`, `-01:02:03`, `+1.5`.
fn numeric(text: &str) -> Option<i32> {
    let (sign, digits) = match text.as_bytes().first()? {
        b'+' => (1, &text[1..]),
        b'-' => (-1, &text[1..]),
        _ => return None,
    };
    let number = |s: &str| s.parse::<i32>().ok();
    let seconds = if digits.contains(':') {
        let mut parts = digits.split(':');
        let hours = number(parts.next()?)?;
        let minutes = number(parts.next()?)?;
        let seconds = parts.next().map_or(Some(0), number)?;
        hours * 3600 + minutes * 60 + seconds
    } else if let Some((hours, fraction)) = digits.split_once([',', '.']) {
        let part: f64 = format!("0.{fraction}").parse().ok()?;
        number(hours)? * 3600 + (part * 3600.0).round() as i32
    } else {
        // an odd number of digits begins with a single one
        let hours_len = 2 - digits.len() % 2;
        let part = |from: usize, to: usize| number(digits.get(from..to).unwrap_or("0"));
        let minutes = if digits.len() > hours_len {
            part(hours_len, hours_len + 2)?
        } else {
            0
        };
        let seconds = match digits.len() > hours_len + 2 {
            true => part(hours_len + 2, hours_len + 4)?,
            false => 0,
        };
        part(0, hours_len.min(digits.len()))? * 3600 + minutes * 60 + seconds
    };
    Some(sign * seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets() {
        for (zone, expected) in [
            ("PST", Some(-28_800)),
            ("Eastern Daylight Time", Some(-14_400)),
            ("+0530", Some(19_800)),
            ("+5", Some(18_000)),
            ("utc-02", Some(-7200)),
            ("-01:02:03", Some(-3723)),
            ("xx", None),
        ] {
            assert_eq!(offset(zone), expected, "{zone}");
        }
        assert!(NAMES.is_sorted_by_key(|&(name, _)| name));
    }
}
