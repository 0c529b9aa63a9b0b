//! Groups the members of collections, as `group_by` does.

use crate::heap::Heap;
use crate::value::{Array, Hash, HashBuilder, Value};

/// Groups the elements of an array, or the entries of a hash, by the results for them, an array.
pub fn group<'h>(heap: &'h Heap, over: Value<'h>, results: Value<'h>) -> Value<'h> {
    let Value::Array(results) = results else {
        return Value::Undef;
    };
    match results.len() <= FEW {
        true => group_few(heap, over, results),
        false => group_many(heap, over, results),
    }
}

/// The number of results up to which each is compared with those before it.
const FEW: usize = 16;

/// Groups few elements without any memory but that of the result.
fn group_few<'h>(heap: &'h Heap, over: Value<'h>, results: &Array<'h>) -> Value<'h> {
    let (mut members, mut groups) = ([Value::Undef; FEW], [(Value::Undef, 0); FEW]);
    let mut count = 0;
    let mut group_of_each = [0; FEW];
    for (index, result) in results.iter().enumerate() {
        let known = groups[..count].iter().position(|(key, _)| key.same(result));
        let group = known.unwrap_or(count);
        if known.is_none() {
            groups[group] = (result, 0);
            count += 1;
        }
        groups[group].1 += 1;
        group_of_each[index] = group;
    }
    let groups = groups[..count].iter().enumerate();
    let entries = groups.map(|(group, (key, size))| {
        let own = group_of_each[..results.len()].iter().enumerate();
        let own = own.filter(|(_, of)| **of == group);
        for (place, (index, _)) in members.iter_mut().zip(own) {
            *place = nth_member(heap, over, index);
        }
        (*key, Value::array(heap, &members[..*size]))
    });
    Value::Hash(Hash::of_distinct(heap, count, entries))
}

/// Returns the element of an array, or the entry of a hash, at an index.
fn nth_member<'h>(heap: &'h Heap, over: Value<'h>, index: usize) -> Value<'h> {
    match over {
        Value::Array(array) => array.get(index).unwrap_or(Value::Undef),
        Value::Hash(hash) => match hash.entry(index) {
            Some((key, value)) => Value::array(heap, &[key, value]),
            None => Value::Undef,
        },
        _ => Value::Undef,
    }
}

fn group_many<'h>(heap: &'h Heap, over: Value<'h>, results: &Array<'h>) -> Value<'h> {
    // maps each key to the number of its group
    let mut numbers = HashBuilder::new();
    let mut groups: Vec<(Value<'h>, u32)> = Vec::new();
    let group_of = |result: Value<'h>| {
        let known = numbers.get(result).and_then(Value::as_integer);
        let group = known.map_or(groups.len(), |group| group as usize);
        if known.is_none() {
            numbers.insert(result, Value::Integer(group as i64));
            groups.push((result, 0));
        }
        groups[group].1 += 1;
        group as u32
    };
    let group_of_each: Vec<u32> = results.iter().map(group_of).collect();
    // the members, one group after another
    let mut next = 0;
    let mut ends: Vec<usize> = Vec::with_capacity(groups.len());
    for (_, count) in &groups {
        ends.push(next);
        next += *count as usize;
    }
    let mut members = vec![Value::Undef; next];
    for (index, group) in group_of_each.into_iter().enumerate() {
        let end = &mut ends[group as usize];
        members[*end] = nth_member(heap, over, index);
        *end += 1;
    }
    let entries = groups.iter().zip(ends).map(|((key, count), end)| {
        let start = end - *count as usize;
        (*key, Value::array(heap, &members[start..end]))
    });
    Value::Hash(Hash::of_distinct(heap, groups.len(), entries))
}
