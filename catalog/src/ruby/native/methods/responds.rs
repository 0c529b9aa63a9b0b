//! Lists the methods of the table that values of Ruby's core respond to, by the kind of the
//! receiver. Calling any other method of the table is certain to be an error in Ruby.

use super::Method;
use crate::ruby::native::value::Val;

const TEXT: &str = "\
    ! % * + -@ < << <= <=> == === =~ > >= [] []= between? bytesize capitalize casecmp casecmp? \
    center chars chomp chop clamp class clear concat count delete delete_prefix delete_suffix \
    downcase dup each_char each_line empty? end_with? eql? freeze frozen? gsub hash hex \
    include? index insert inspect is_a? itself length lines ljust lstrip match match? next nil? \
    ord partition prepend replace respond_to? reverse rindex rjust rpartition rstrip scan \
    shellescape size slice split squeeze start_with? strip sub sum swapcase tap then to_f to_i \
    to_json to_s to_sym tr upcase upto";

const SYMBOL: &str = "\
    ! < <= <=> == === =~ > >= [] between? capitalize casecmp casecmp? clamp class downcase dup \
    empty? end_with? eql? freeze frozen? hash inspect is_a? itself length match match? name \
    next nil? respond_to? size slice start_with? swapcase tap then to_json to_s to_sym upcase";

const INTEGER: &str = "\
    ! % & * ** + - -@ / < << <= <=> == === =~ > >= >> [] ^ abs between? ceil clamp class digits \
    divmod downto dup eql? even? floor freeze frozen? hash inspect is_a? itself negative? next \
    nil? odd? ord positive? pow pred respond_to? round size step tap then times to_f to_i \
    to_json to_s truncate upto zero? | ~";

const FLOAT: &str = "\
    ! % * ** + - -@ / < <= <=> == === =~ > >= abs between? ceil clamp class divmod dup eql? \
    floor freeze frozen? hash inspect is_a? itself negative? nil? positive? respond_to? round \
    step tap then to_f to_i to_json to_s truncate zero?";

const LIST: &str = "\
    ! & * + - << <=> == === =~ [] []= all? any? assoc at class clear compact compact! concat \
    count delete delete_at delete_if difference dig drop drop_while dup each each_cons \
    each_index each_slice each_with_index each_with_object empty? entries eql? fetch filter_map \
    find find_index first flat_map flatten flatten! freeze frozen? group_by hash include? index \
    inject insert inspect intersection is_a? itself join keep_if last length map map! max \
    max_by member? min min_by minmax nil? none? one? partition pop prepend product push reject \
    reject! replace respond_to? reverse reverse_each rindex rotate select select! shift size \
    slice sort sort! sort_by sum take take_while tally tap then to_a to_h to_json to_s to_set \
    transpose union uniq uniq! unshift values_at zip |";

const HASH: &str = "\
    ! < <= <=> == === =~ > >= [] []= all? any? assoc class clear compact compact! count delete \
    delete_if dig drop drop_while dup each each_cons each_key each_pair each_slice each_value \
    each_with_index each_with_object empty? entries eql? except fetch fetch_values filter_map \
    find find_index first flat_map flatten freeze frozen? group_by hash include? inject inspect \
    invert is_a? itself keep_if key key? keys length map max max_by member? merge merge! min \
    min_by minmax nil? none? one? partition reject reject! replace respond_to? reverse_each \
    select select! shift size slice sort sort_by store sum take take_while tally tap then to_a \
    to_h to_hash to_json to_s to_set transform_keys transform_values uniq value? values \
    values_at zip";

const NIL: &str = "\
    ! & <=> == === =~ ^ class dup eql? freeze frozen? hash inspect is_a? itself nil? \
    respond_to? tap then to_a to_f to_h to_i to_json to_s |";

const BOOLEAN: &str = "\
    ! & <=> == === =~ ^ class dup eql? freeze frozen? hash inspect is_a? itself nil? \
    respond_to? tap then to_json to_s |";

/// Returns true if a value certainly does not have a method.
pub(super) fn lacks(value: &Val<'_>, method: Method) -> bool {
    let Some(name) = method.name() else {
        return false;
    };
    let known = match value {
        Val::Nil => NIL,
        Val::Boolean(_) => BOOLEAN,
        Val::Integer(_) => INTEGER,
        Val::Float(_) => FLOAT,
        Val::Symbol(_) => SYMBOL,
        _ if value.as_str().is_some() => TEXT,
        _ if value.is_array() => LIST,
        _ if value.is_hash() => HASH,
        _ => return false,
    };
    !known.split(' ').any(|one| one == name)
}
