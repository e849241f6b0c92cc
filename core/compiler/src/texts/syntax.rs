//! Sentences about the form of a program: signs that are missing, parts at a wrong place, limits.

use super::texts;

texts! { SYNTAX:
    // characters and words
    too_many_bytes(most, bytes) "The file has {bytes} bytes." "A program may have at most {most} bytes.";
    too_many_lines(most) "The file is longer than {most} lines." "Shorten it.";
    too_many_tokens(most) "The program has more than {most} words and signs." "Shorten it.";
    too_many(what, most) "These are too many {what}." "A program may have {most}.";
    too_long(what, most) "{what} has more than {most} characters." "Shorten it.";
    too_many_statement_lines(most) "Statements are on more than {most} lines." "Shorten the program.";
    unclosed_comment(open, close) "This comment begins with {open} and never ends." "Write {close} at its end.";
    turned_text(character) "The invisible character {character} changes the order in which this line is read." "Delete it.";
    look_alike(character, sign) "{character} only looks like {sign}." "Type {sign} again.";
    strange_letter(word, character) "The name {word} contains {character}." "Use the letters a to z, digits and _ in names.";
    strange_character(character) "C has no sign {character}." "Delete it.";
    nul_character(character) "The file contains the character {character}, so it is not plain text." "Save it as UTF-8 text.";
    continued_line(sign) "{sign} continues this line in the next one." "Write it in one line.";
    unclosed_text(quote) "This text has no {quote} at its end." "Close it in the same line.";
    no_number(word) "{word} is no number." "A name begins with a letter; a number has only digits.";
    large_number(word) "{word} does not fit into 32 bits." "The largest int is 2147483647; the largest unsigned is 4294967295u.";
    // signs
    missing_semicolon(sign, after, here) "A {sign} is missing after {after}, before {here}." "Write {sign} here.";
    comma_for_semicolon(comma, semicolon, part) "This {comma} goes on with {part}, which ends here." "Write {semicolon} in its place.";
    missing_sign(sign, after, here) "A {sign} is missing after {after}: here is {here}." "Write {sign} here.";
    missing_name(what, here) "The name of {what} is missing: here is {here}." "Write a name here.";
    missing_value(here) "A value is missing: here is {here}." "Write a number, a variable or a call here.";
    missing_type(word) "The type is missing after {word}." "Write int, unsigned, bool or struct packet * here.";
    keyword_as_name(word) "{word} is a word of C and cannot be a name." "Choose another name.";
    keyword_in_expression(word) "{word} cannot stand where a value is needed." "Begin a new line with it, and end the line before with ;.";
    unclosed_brace(open, close) "This {open} is never closed." "Write {close} where its block ends.";
    brace_closes_nothing(close) "This {close} closes nothing." "Delete it, or look for a block above that ends too early.";
    too_deep(most) "This is nested more than {most} levels deep." "Move the inner part into a function of its own.";
    long_expression(most) "This calculation has more than {most} operators." "Divide it: keep parts of it in variables.";
    too_many_values(name, most) "A calculation in {name} needs more than {most} values at a time." "Divide it: keep parts of it in variables.";
    reversed_assignment(written, meant) "{written} is two signs: it assigns." "Write {meant} to change the value.";
    // statements
    else_without_if() "This else has no if." "Look at the braces before it: one if has one else.";
    case_outside_switch(word) "{word} stands outside of a switch." "Move it into the braces of a switch, not into a block inside.";
    statement_before_case() "This is before the first case, so it never runs." "Move it above the switch.";
    condition_without_brackets(keyword) "The condition of {keyword} has no brackets." "Write ( ) around it.";
    for_without_brackets() "The three parts of for have no brackets." "Write: for (i = 0; i < n; i++)";
    empty_body(sign, keyword) "This {sign} is all that {keyword} does." "Delete the {sign}, so that the next lines belong to {keyword}.";
    declaration_as_body(keyword) "A variable that is declared here ends with the {keyword}." "Write braces around it and what uses it, or declare it before.";
    do_without_while() "This do has no while after its block." "Write while (condition); after it.";
    break_outside(word) "{word} stands outside of a loop and of a switch." "Use return to leave the function.";
    continue_outside(word) "{word} stands outside of a loop." "Use return to leave the function.";
    declaration_after_label() "C11 lets no variable be declared right after a label." "Write braces around what belongs to the case.";
    label_without_statement() "Nothing comes after this label." "Write break; after it, or delete it.";
    case_twice(number) "The switch has a case {number} already." "Delete one of the two.";
    default_twice() "The switch has a default already." "Delete one of the two.";
    // items of the file
    statement_outside_function(word) "{word} stands outside of a function." "Move it into a function.";
    call_outside_function(name) "{name} is called outside of a function." "Move the call into a function.";
    assignment_outside_function(name) "{name} gets a value outside of a function." "Declare it with its value: int {name} = ...;";
    function_without_type(name) "The function {name} has no type." "Write void before it, or the type of its result.";
    function_without_body(open, name, here) "The function {name} has no {open}: here is {here}." "Write {open} and what it does.";
    function_in_function(name) "The function {name} is declared inside another function." "Write it outside; first look whether a brace above is missing.";
    parameter_without_type(here) "A parameter begins with its type: here is {here}." "Write, for example: int unit";
    parameter_without_name() "This parameter has no name." "Write a name after its type.";
    declares_nothing() "This declares nothing." "Write a name after the type, or delete the line.";
    no_item(here) "Here is {here}, outside of a function." "The file has functions, variables, enum, #define, QUEUE, KNOB, EVENT and THREAD.";
    define_without_value(name) "The constant {name} has no value." "Write, for example: #define {name} 10";
    define_of_more() "The value of a #define is one number, or a calculation in brackets." "Write, for example: #define LIMIT (4 * 8)";
    directive_in_function(sign) "A line with {sign} stands inside a function." "Move it above the functions.";
    knob_without_label(name) "The knob {name} has no text that says what it is." "Write, for example: KNOB({name}, 5, 1, 100, \"packets in a round\");";
    knob_label(name) "The text of the knob {name} is empty or too long." "Write at most 60 characters.";
    knob_out_of_order(name, least, value, most) "The knob {name} goes from {least} to {most}, but begins at {value}." "Its numbers are: value, least, largest.";
    empty_program() "The program is empty." "Begin with the function lnintr: what an interrupt of an interface does.";
    no_entry_point() "The machine calls none of these functions." "Write at least one of lnintr, netisr, hardclock, idle and THREAD(name).";
}
