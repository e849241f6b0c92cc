//! Sentences about names, types and calls.

use super::texts;

texts! { TYPES:
    // names
    undeclared(name, example) "{name} is not declared." "Declare it first, for example: {example}";
    undeclared_with_similar(name, similar) "{name} is not declared." "Did you mean {similar}?";
    undeclared_function(name) "There is no function {name}." "Write it above, or look for its name in livelock.h.";
    declared_later(name, line) "{name} is declared further down, in line {line}; C reads from the top." "Move it up, or write a prototype above.";
    declared_twice(name, line) "{name} is declared already, in line {line}." "Choose another name, or delete one of the two.";
    function_twice(name, line) "The function {name} is written already, in line {line}." "Delete one of the two, or give it another name.";
    function_never_written(name) "{name} has a prototype, but nobody writes the function." "Write it, or delete the prototype.";
    other_prototype(name, line) "{name} differs from its prototype in line {line}." "Write the same types in both.";
    static_after_prototype(name, line) "{name} is static here, but not in its prototype in line {line}." "Write static in both.";
    enum_twice(name) "enum {name} is defined already." "Choose another name.";
    unknown_enum(name) "There is no enum {name}." "Define it above.";
    unknown_struct(name) "There is no struct {name}." "The structs are packet, queue and event.";
    unknown_type(name) "{name} is not a type." "The types are int, unsigned, bool, enum, struct packet *, struct queue * and struct event *.";
    name_of_machine(name) "{name} is a name of the machine." "Choose another name.";
    form_of_machine(name, form) "The machine knows {name} in another form." "Write: {form}";
    local_named_as_constant(name) "{name} is a constant of this file, so it cannot be a variable." "Choose another name.";
    // variables
    void_variable(name) "{name} has the type void, which holds nothing." "Write int, or another type.";
    void_parameter() "A parameter cannot be void." "Write its type, or (void) if the function has no parameters.";
    const_without_value(name) "{name} is const and gets no value here, so it never has one." "Write its value after a =.";
    array_without_size(name) "The array {name} has no size." "Write it in the brackets: {name}[16]";
    array_without_index(name) "{name} is an array." "Use one of its elements: {name}[0]";
    no_array(name) "{name} is not an array." "Leave out the [ ], or declare it as an array.";
    index_out_of_range(index, name, length, last) "{name} has {length} elements, and {index} is none of them." "Its last index is {last}.";
    long_list(name, length, values) "{name} has {length} elements, but {values} values." "Make it larger, or delete values.";
    list_for_one(name) "{name} is one variable, but gets a list." "Leave out the braces, or declare an array.";
    one_for_list(name) "{name} is an array, but gets one value." "Write braces around its values.";
    no_constant(what) "{what} must be known before the program runs." "Write a number, or a name from #define or enum.";
    number_out_of_range(what, number, least, most) "{what} is {number}." "It can be {least} to {most}.";
    // assignments
    no_target() "This cannot get a value." "Write a variable or an element of an array on the left.";
    assignment_to_const(name) "{name} is const." "Leave out const where it is declared, or use another variable.";
    assignment_to_constant(name) "{name} is a constant." "Use a variable.";
    assignment_to_knob(name) "{name} is a knob, which a person turns." "Copy it to a variable, and change that.";
    assignment_to_function(name) "{name} is a function." "Use a variable, with another name.";
    assignment_as_condition(sign, compare, name) "{sign} gives {name} a value; {compare} compares." "Write {compare}. If a value is meant, compare it: while ((p = lnread(unit)) != NULL)";
    comparison_as_statement(sign, assign) "{sign} compares, and nothing uses the answer." "Write {assign} to give a value.";
    no_effect() "This has no effect." "Assign the value, or delete the line.";
    no_order(name) "This changes {name} and uses it at once, in an order that C leaves open." "Write two statements.";
    // types of values
    wrong_type(what, expected, found) "{what} is {found}." "It has to be {expected}.";
    value_of_nothing(what) "{what} is the result of a function that returns nothing." "Give the function a result, or call it in a line of its own.";
    zero_for_null() "0 is a number." "Write NULL for no packet, no queue or no event.";
    arithmetic_on(what) "You cannot calculate with {what}." "Only numbers can be calculated with; compare others with == and !=.";
    switch_on(what) "switch needs a number, and this is {what}." "Use if.";
    comparison_inside_bits() "C compares first here, and combines the bits afterwards." "Write brackets: (a & b) == c";
    chained_comparison() "This compares the answer of a comparison, which is 0 or 1." "Compare twice: a < b && b < c";
    unsigned_below_zero() "An unsigned number is never below 0, so the answer is always the same." "Use int, or compare with another number.";
    division_by_zero() "This divides by 0." "Test for 0 before, or use another number.";
    shift_too_far(by) "A number has 32 bits, so it cannot be shifted by {by}." "Shift by 0 to 31.";
    // calls
    call_without_brackets(name) "{name} is a call." "Write its brackets: {name}(...)";
    function_without_brackets() "This is a function, not its result." "Write ( ) after its name to call it.";
    call_of_variable(name) "{name} is not a function." "Call a function, or use another sign than ( .";
    call_of_thread(name) "{name} is a thread, which the machine starts." "Wake it with thread_wakeup(event), or write a function that both use.";
    no_arguments(form, given) "{form} takes no arguments, but gets {given}." "Leave the brackets empty.";
    argument_count(form, expected, given) "The number of values for {form} is {expected}, not {given}." "Give it what stands in its brackets.";
    timeout_without_function() "timeout calls a function, and this is none." "Write the name of a function without brackets: timeout(tick, 1)";
    timeout_of_other_function(name) "timeout calls a function without parameters and result, and {name} has some." "Write: void {name}(void)";
    charge_of_other() "charge takes one of the steps that livelock.h names for it." "Write, for example: charge(LANPOLL_LOOP)";
    timer_period(name, least, most) "The period of {name} has to be {least} to {most} microseconds." "Write a number, or the name of a knob with such a range.";
    second_timer(name) "{name} is a second timer, and the machine has one." "Count its interrupts in the first one, or use timeout(function, ticks).";
    packet_unused(name) "{name} gives a packet, and nothing takes it." "Keep it: struct packet *p = {name}(...);";
    answer_unused(name) "{name} says whether it took the packet, and nothing looks at the answer." "Write: if (!{name}(...)) m_freem(p);";
    wrong_context(name, context, path) "{name} cannot be called in {context}: {path}." "Wake a thread, and call {name} there.";
    // results
    return_of_value(name) "{name} returns nothing, but here is a value." "Write return; or give {name} a type for its result.";
    return_to_machine(name) "The machine calls {name} and wants no value from it." "Write return; without a value.";
    return_without_value(name, expected) "{name} returns {expected}, but here is none." "Write the value after return.";
    missing_return(name, expected) "{name} can reach its end without a result." "Write a return with {expected} there.";
    never_set(name) "{name} has no value here." "Give it one where it is declared.";
    deep_calls(name, depth, most) "The calls below {name} are {depth} deep." "A kernel's stack has room for {most}: call fewer functions from each other.";
}
