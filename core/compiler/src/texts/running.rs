//! Sentences about a running program that does what C leaves undefined. A machine stops there; another one might go on with
//! any value.

use super::texts;

texts! { RUNNING:
    divides_by_zero() "This divides by 0." "Test for 0 before.";
    quotient_too_large() "The smallest int divided by -1 does not fit into an int." "Test for it before.";
    shifts_too_far(by) "This shifts by {by}, but a number has 32 bits." "Shift by 0 to 31.";
    leaves_array(index, name, length) "{name} has {length} elements, and the index is {index}." "Test the index before.";
    tears(name, old, new) "{name} was {old} when it was read, is {new} now, and this line overwrites that." "Call splimp before it is read, and splx after the line that writes it.";
    reads_unset(name) "{name} is read, but was never set." "Give it a value where it is declared.";
}
