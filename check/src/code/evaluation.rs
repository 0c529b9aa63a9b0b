//! Owns the pages on the codes of errors of evaluation. The names, and when they appear, are
//! Puppet's.

use super::{Code, Severity};

use Severity::Error;

/// The codes of errors of evaluation, sorted by name.
pub const EVALUATION_CODES: &[Code] = &[
    Code {
        name: "BAD_ARRAY_SLICE_ARITY",
        severity: Error,
        title: "An array is read with too many keys",
        text: "`$list[1]` reads one item, and `$list[1, 2]` reads two items from index 1. There is no third \
               key.",
        example: (
            "$a = [1, 2]\n$b = $a[0, 1, 2]",
            "$a = [1, 2]\n$b = $a[0, 1]",
        ),
    },
    Code {
        name: "BAD_ARRAY_SLICE_KEY_TYPE",
        severity: Error,
        title: "An array is read with a key that is not an Integer",
        text: "Items of an array have numbers, beginning with 0. Perhaps the code expects a hash: check \
               where the value comes from.",
        example: ("$a = [1, 2]\n$b = $a[0.5, 2]", "$a = [1, 2]\n$b = $a[0, 2]"),
    },
    Code {
        name: "BAD_COLLECTION_SLICE_SIZE",
        severity: Error,
        title: "A type gets more than two sizes, or sizes that are not numbers",
        text: "`Array[String, 1, 5]` has from one to five items. After the type come one or two numbers; \
               `default` stands for no limit.",
        example: ("$a = Collection['x', 'y']", "$a = Collection[1, 2]"),
    },
    Code {
        name: "BAD_COLLECTION_SLICE_TYPE",
        severity: Error,
        title: "A type of a collection gets a parameter that is not a type",
        text: "The parameters of `Array`, `Hash` and `Tuple` are types, followed by sizes.",
        example: ("$a = Array['x']", "$a = Array[String]"),
    },
    Code {
        name: "BAD_FLOAT_SLICE_ARITY",
        severity: Error,
        title: "`Float` gets more than two bounds",
        text: "`Float[0.0, 1.0]` takes a lower and an upper bound.",
        example: ("$a = Float[1.0, 2.0, 3.0]", "$a = Float[1.0, 2.0]"),
    },
    Code {
        name: "BAD_FLOAT_SLICE_TYPE",
        severity: Error,
        title: "A bound of `Float` is not a number",
        text: "The bounds are numbers, or `default` for none.",
        example: ("$a = Float['x']", "$a = Float[1.0]"),
    },
    Code {
        name: "BAD_INTEGER_SLICE_ARITY",
        severity: Error,
        title: "`Integer` gets more than two bounds",
        text: "`Integer[1, 10]` takes a lower and an upper bound.",
        example: ("$a = Integer[1, 2, 3]", "$a = Integer[1, 2]"),
    },
    Code {
        name: "BAD_INTEGER_SLICE_TYPE",
        severity: Error,
        title: "A bound of `Integer` is not an Integer",
        text: "The bounds are whole numbers, or `default` for none. To list single values, use `Enum` for \
               texts or `Variant` of one-value ranges.",
        example: ("$a = Integer['1']", "$a = Integer[1]"),
    },
    Code {
        name: "BAD_NOT_UNDEF_SLICE_TYPE",
        severity: Error,
        title: "`NotUndef` gets something that is neither a type nor a text",
        text: "`NotUndef[Type]` accepts all values of the type except `undef`.",
        example: ("$a = NotUndef[1]", "$a = NotUndef[Integer]"),
    },
    Code {
        name: "BAD_STRING_SLICE_ARITY",
        severity: Error,
        title: "A text, or the type `String`, gets too many keys",
        text: "`$text[1]` reads a character, `$text[1, 2]` two characters from index 1. `String[1, 5]` \
               takes a minimum and a maximum length.",
        example: ("$a = 'abc'\n$b = $a[0, 1, 2]", "$a = 'abc'\n$b = $a[0, 1]"),
    },
    Code {
        name: "BAD_STRING_SLICE_KEY_TYPE",
        severity: Error,
        title: "A text is read with a key that is not an Integer",
        text: "Characters have numbers. The value was expected to be a hash: often a fact or a parameter \
               has another structure than the code assumes.",
        example: (
            "$a = 'abc'\n$b = $a['x']",
            "$a = { 'x' => 1 }\n$b = $a['x']",
        ),
    },
    Code {
        name: "BAD_TYPE_SLICE_ARITY",
        severity: Error,
        title: "A type gets the wrong number of parameters",
        text: "The message says how many it takes.",
        example: ("$a = Optional[1, 2]", "$a = Optional[Integer]"),
    },
    Code {
        name: "BAD_TYPE_SLICE_TYPE",
        severity: Error,
        title: "A type gets a parameter that it does not take",
        text: "The message says which position is wrong and what is expected there.",
        example: ("$a = Variant['a']", "$a = Variant[Integer, String]"),
    },
    Code {
        name: "CATALOG_OPERATION_NOT_SUPPORTED_WHEN_SCRIPTING",
        severity: Error,
        title: "Code of a script or plan uses something that needs a catalog",
        text: "Scripts and plans build no catalog. Resources and classes belong in manifests, or in an \
               `apply` block of a plan.",
        example: (
            "# bunraku eval --setting tasks=true x.pp\ninclude apache",
            "# bunraku eval --setting tasks=true x.pp\nnotice('apache')",
        ),
    },
    Code {
        name: "COMPARISON_NOT_POSSIBLE",
        severity: Error,
        title: "Two values cannot be compared",
        text: "`<`, `>` and their relatives compare texts with texts and numbers with numbers. Convert one \
               side, for example with `Integer($x)`.",
        example: ("$a = 'x' < 1", "$a = 'x' < 'y'"),
    },
    Code {
        name: "DISCONTINUED_IMPORT",
        severity: Error,
        title: "`import` does not exist any more",
        text: "Puppet loads classes of modules by their names, and all manifests of the folder that \
               `manifest` names.",
        example: ("import 'a'", ""),
    },
    Code {
        name: "DIV_BY_ZERO",
        severity: Error,
        title: "A number is divided by zero",
        text: "`/` and `%` need a right operand that is not 0. Check the value first.",
        example: ("$a = 1 / 0", "$a = 1 / 2"),
    },
    Code {
        name: "DUPLICATE_TITLE",
        severity: Error,
        title: "One resource expression has a title twice",
        text: "Each title declares a resource, and a resource can be declared once.",
        example: ("notify { ['a', 'a']: }", "notify { ['a', 'b']: }"),
    },
    Code {
        name: "EMPTY_STRING_TITLE_AT",
        severity: Error,
        title: "The title of a resource is an empty text",
        text: "A title names the resource. Often a variable in it is empty: check where its value comes from.",
        example: ("notify { '': }", "notify { 'a': }"),
    },
    Code {
        name: "EXPECTED_COLLECTION",
        severity: Error,
        title: "`get` or `dig` meets a value that is neither an array nor a hash before the end of the path",
        text: "The function `get` then returns its default, or calls its block with this error.",
        example: (
            "get({'a' => 1}, 'a.b') |$error| { notice($error.issue_code) }",
            "notice(get({'a' => {'b' => 1}}, 'a.b'))",
        ),
    },
    Code {
        name: "EXPECTED_INTEGER_INDEX",
        severity: Error,
        title: "`get` or `dig` meets an array, but the next part of the path is not a number",
        text: "Items of arrays have numbers: `get('list.0.name')`.",
        example: (
            "get([1, 2], 'first') |$error| { notice($error.issue_code) }",
            "notice(get([1, 2], '0'))",
        ),
    },
    Code {
        name: "HOCON_ROOT_IS_LIST",
        severity: Error,
        title: "A data file in HOCON holds a list instead of keys and values",
        text: "The data must be an object.",
        example: ("", ""),
    },
    Code {
        name: "ILLEGAL_CLASSREF",
        severity: Error,
        title: "A name in a reference is not valid as the name of a class or resource type",
        text: "Names consist of parts joined by `::`, each beginning with a letter.",
        example: (
            "notice(Resource['a b', 'x'])",
            "notice(Resource['file', '/x'])",
        ),
    },
    Code {
        name: "ILLEGAL_HOSTCLASS_NAME",
        severity: Error,
        title: "The name in `Class[...]` is not a String",
        text: "A class name is a text of lower case parts joined by `::`.",
        example: ("$a = Class[1]", "$a = Class['a::b']"),
    },
    Code {
        name: "ILLEGAL_MULTI_ASSIGNMENT_SIZE",
        severity: Error,
        title: "A list of variables and the list of their values differ in length",
        text: "`[$a, $b] = [1, 2]` needs as many values as variables.",
        example: ("[$a, $b] = [1]", "[$a, $b] = [1, 2]"),
    },
    Code {
        name: "ILLEGAL_NAME",
        severity: Error,
        title: "A name in a reference is not well formed",
        text: "The message shows the name. Class names are lower case parts joined by `::`.",
        example: ("$a = Class['a b']", "$a = Class['a::b']"),
    },
    Code {
        name: "ILLEGAL_OVERRIDDEN_TYPE",
        severity: Error,
        title: "The left side of an override is not a reference to a resource",
        text: "The left side must be references: `File['/a'] { mode => '0600' }`.",
        example: (
            "$names = ['a']\n$names[0] { message => 'b' }",
            "notify { 'a': }\nNotify['a'] { message => 'b' }",
        ),
    },
    Code {
        name: "ILLEGAL_REASSIGNMENT",
        severity: Error,
        title: "A variable gets a second value",
        text: "A variable is set once in its scope. Choose another name, or set it once from an `if` or \
               selector: `$a = if $x { 1 } else { 2 }`.",
        example: ("$a = 1\n$a = 2", "$a = 1\n$b = 2"),
    },
    Code {
        name: "ILLEGAL_REGEXP",
        severity: Error,
        title: "A regular expression is not valid",
        text: "The message of the reader of regular expressions follows. A `node` with such an expression \
               prevents all compilations.",
        example: ("", ""),
    },
    Code {
        name: "ILLEGAL_RELATIONSHIP_OPERAND_TYPE",
        severity: Error,
        title: "An arrow has an operand that is not a resource",
        text: "Both sides of `->` and `~>` are references, declarations or collectors.",
        example: ("1 -> notify { 'a': }", "notify { 'b': } -> notify { 'a': }"),
    },
    Code {
        name: "ILLEGAL_RESERVED_ASSIGNMENT",
        severity: Error,
        title: "Code assigns a variable that Puppet sets itself",
        text: "`$facts`, `$trusted`, `$title`, `$name` and some others have their values already.",
        example: ("$facts = 1", "$my_facts = 1"),
    },
    Code {
        name: "ILLEGAL_RESOURCE_SPECIALIZATION",
        severity: Error,
        title: "`Resource[...]` gets a first key that is not the name of a type",
        text: "Write `Resource['file', '/a']`, or `File['/a']`.",
        example: ("$a = Resource[1]", "$a = Resource['file', '/a']"),
    },
    Code {
        name: "ILLEGAL_RESOURCE_TYPE",
        severity: Error,
        title: "The type of a declaration is not the name of a type",
        text: "In `Resource[$type] { ... }` or `$type { ... }` the value must be a text or a type.",
        example: ("1 { 'x': }", "notify { 'x': }"),
    },
    Code {
        name: "ILLEGAL_TITLE_TYPE_AT",
        severity: Error,
        title: "The title of a resource is not a String",
        text: "Convert it: `String($x)` or `\"${x}\"`.",
        example: ("notify { 1: }", "notify { '1': }"),
    },
    Code {
        name: "LIMIT_EXCEEDED",
        severity: Error,
        title: "The evaluation needs more time, memory or nested calls than it may",
        text: "`stack level too deep` comes from a function that calls itself without an end. The limits \
               are options: `--max-time`, `--max-memory`, `--max-depth`.",
        example: ("function f() { f() }\nf()", "function f() { 1 }\nf()"),
    },
    Code {
        name: "LOOKUP_FAULT",
        severity: Error,
        title: "A lookup failed in a function of the hierarchy",
        text: "The message is that of the function.",
        example: (
            "notice(lookup('x', { default_value => 1, merge => 'odd' }))",
            "notice(lookup('x', { default_value => 1, merge => 'deep' }))",
        ),
    },
    Code {
        name: "LOOKUP_NO_LINE",
        severity: Error,
        title: "A lookup failed",
        text: "The message says why: data of the wrong type, or a value that cannot be merged or converted.",
        example: (
            "# bunraku eval --environment . manifests/site.pp\n# hiera.yaml\nversion: 3\n# manifests/site.pp\nnotice(lookup('a', { default_value => 1 }))",
            "# bunraku eval --environment . manifests/site.pp\n# hiera.yaml\nversion: 5\n# manifests/site.pp\nnotice(lookup('a', { default_value => 1 }))",
        ),
    },
    Code {
        name: "LOOKUP_WITHOUT_VALUE",
        severity: Error,
        title: "A lookup finds no value and has no default",
        text: "No level of the hierarchy has the key. Give a default as the option `default_value`, or add \
               the key. `bunraku lookup KEY --explain` shows where it searched.",
        example: (
            "$a = lookup('a::b')",
            "$a = lookup('a::b', { 'default_value' => 1 })",
        ),
    },
    Code {
        name: "MATCH_NOT_REGEXP",
        severity: Error,
        title: "The right side of `=~` is neither a regular expression nor a type",
        text: "Write `/pattern/`, or a text that is a valid pattern.",
        example: ("$a = 'x' =~ 1", "$a = 'x' =~ /x/"),
    },
    Code {
        name: "MATCH_NOT_STRING",
        severity: Error,
        title: "The left side of `=~` is not a String",
        text: "A regular expression matches texts. Convert the value, or compare types with `=~ Type`.",
        example: ("$a = 1 =~ /1/", "$a = '1' =~ /1/"),
    },
    Code {
        name: "METAPARAMETER",
        severity: Error,
        title: "A class or define has a parameter with the name of a metaparameter",
        text: "`require`, `before`, `tag` and others exist for each resource. Without a default it is an \
               error; with one, the value also applies to everything inside.",
        example: ("define d($require) { }", "define d($required_packages) { }"),
    },
    Code {
        name: "MISSING_MULTI_ASSIGNMENT_KEY",
        severity: Error,
        title: "A hash lacks a key that an assignment needs",
        text: "`[$a, $b] = $hash` reads the keys `a` and `b`.",
        example: (
            "[$a, $b] = { 'a' => 1 }",
            "[$a, $b] = { 'a' => 1, 'b' => 2 }",
        ),
    },
    Code {
        name: "MISSING_MULTI_ASSIGNMENT_VARIABLE",
        severity: Error,
        title: "A class lacks a variable that an assignment needs",
        text: "`[$x, $y] = Class['a']` reads `$a::x` and `$a::y`.",
        example: (
            "class a { }\ninclude a\n[$x] = Class['a']",
            "class a { $x = 1 }\ninclude a\n[$x] = Class['a']",
        ),
    },
    Code {
        name: "MISSING_REQUIRED_PARAMETER",
        severity: Error,
        title: "A parameter without a default gets no value",
        text: "Give the value at the call or declaration, or declare a default.",
        example: (
            "notice(with(1) |$a, $b| { $a })",
            "notice(with(1) |$a, $b = 2| { $a })",
        ),
    },
    Code {
        name: "MISSING_TITLE",
        severity: Error,
        title: "The title of a resource is `undef`",
        text: "Often a variable has no value. Check where it comes from.",
        example: ("notify { undef: }", "notify { 'a': }"),
    },
    Code {
        name: "MISSING_TITLE_AT",
        severity: Error,
        title: "One of the titles of a resource is `undef`",
        text: "Remove such items first: `$list.filter |$x| { $x }`.",
        example: ("notify { ['a', undef]: }", "notify { ['a', 'b']: }"),
    },
    Code {
        name: "NOT_NUMERIC",
        severity: Error,
        title: "A value is not a number and cannot be converted to one",
        text: "Arithmetic takes numbers, and texts that look like numbers. Check the value, or convert it: \
               `Integer($x)` says exactly what is wrong.",
        example: ("$a = 'x' * 1", "$a = 2 * 1"),
    },
    Code {
        name: "NO_STAGE",
        severity: Error,
        title: "A class names a run stage that is not declared",
        text: "Declare it: `stage { 'early': before => Stage['main'] }`.",
        example: (
            "class a { }\nclass { 'a': stage => 'early' }",
            "stage { 'early': }\nclass a { }\nclass { 'a': stage => 'early' }",
        ),
    },
    Code {
        name: "NUMERIC_COERCION",
        severity: Error,
        title: "A text is used as a number",
        text: "With `strict=error`, the default of Puppet 8, texts are not converted silently. Convert \
               them: `Integer($x)`.",
        example: ("$a = '1' + 1", "$a = Integer('1') + 1"),
    },
    Code {
        name: "NUMERIC_OVERFLOW",
        severity: Error,
        title: "A number does not fit into 64 bits",
        text: "Integers range from -9223372036854775808 to 9223372036854775807.",
        example: (
            "$a = 9223372036854775807 + 1",
            "$a = 9223372036854775807 + 0",
        ),
    },
    Code {
        name: "OPERATOR_NOT_APPLICABLE",
        severity: Error,
        title: "An operator or access does not work with this kind of value",
        text: "The message names both. Often the value is `undef` or has another structure than expected, \
               for example a fact that the node lacks.",
        example: ("$a = true[1]", "$a = 'text'[1]"),
    },
    Code {
        name: "OPERATOR_NOT_APPLICABLE_WHEN",
        severity: Error,
        title: "An operator does not work with this pair of values",
        text: "The left operand takes other operands on its right side; the message names both.",
        example: ("notice(1 / Timespan(2))", "notice(Timespan(2) / 2)"),
    },
    Code {
        name: "REQUIRED_PARAMETER_AFTER_OPTIONAL",
        severity: Error,
        title: "A required parameter follows an optional one",
        text: "Arguments have no names, so parameters with defaults come last.",
        example: (
            "function f($a = 1, $b) { }\nf(1, 2)",
            "function f($b, $a = 1) { }\nf(1, 2)",
        ),
    },
    Code {
        name: "RESULT_IS_INFINITY",
        severity: Error,
        title: "A calculation gives an infinite number",
        text: "Floats beyond 1.8e308 do not exist.",
        example: ("$a = 1.0e308 * 10.0", "$a = 1.0e307 * 10.0"),
    },
    Code {
        name: "RUNTIME_ERROR",
        severity: Error,
        title: "An evaluation failed",
        text: "The message says why. Functions and Puppet itself fail with this code: there is none for \
               each reason.",
        example: ("fail('no')", "notice('yes')"),
    },
    Code {
        name: "SLICE_ERROR",
        severity: Error,
        title: "The kind of the errors that `get` and `dig` describe",
        text: "A block of `get` gets an Error with this kind; its code is `EXPECTED_COLLECTION` or \
               `EXPECTED_INTEGER_INDEX`.",
        example: (
            "get([1, 2], 'first') |$error| { notice($error.kind) }",
            "notice(get([1, 2], '0'))",
        ),
    },
    Code {
        name: "TYPE_MISMATCH",
        severity: Error,
        title: "A value has the wrong type",
        text: "The message says which type is expected.",
        example: ("notify { 'a': * => 1 }", "notify { 'a': * => { } }"),
    },
    Code {
        name: "UNCAUGHT_THROW_NO_SUCH_KEY",
        severity: Error,
        title: "A function of the hierarchy says that it has no value, outside of a lookup",
        text: "Only functions that a level of the hierarchy names may call `$context.not_found`.",
        example: ("", ""),
    },
    Code {
        name: "UNKNOWN_RESOURCE",
        severity: Error,
        title: "An assignment reads variables of a class that was not evaluated",
        text: "`[$x] = Class['a']` reads `$a::x`. Include the class first.",
        example: (
            "[$x] = Class['a']\nclass a { $x = 1 }",
            "class a { $x = 1 }\ninclude a\n[$x] = Class['a']",
        ),
    },
    Code {
        name: "UNMATCHED_SELECTOR",
        severity: Error,
        title: "No option of a selector takes the value, and there is no default",
        text: "Add `default => value`.",
        example: (
            "$a = 'x' ? { 'y' => 1 }",
            "$a = 'x' ? { 'y' => 1, default => 2 }",
        ),
    },
];
