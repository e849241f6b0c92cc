//! Sentences about the condition of a breakpoint.

use super::texts;

texts! { CONDITIONS:
    condition_sign(sign) "A condition is one calculation, so it has no {sign}." "Write for example: quota == 0 && IF_LEN(ipintrq) > 40";
    condition_length(most) "A condition has 1 to {most} characters." "Write for example: quota == 0 && IF_LEN(ipintrq) > 40";
    condition_call(name) "The trace does not know what {name} would give." "IF_LEN(queue), IF_LEN(if_snd(0)) and lnrlen(0) may be called.";
    condition_reads() "A condition only reads variables outside functions, knobs and the lengths of queues." "Leave this out, or keep the value in a variable outside functions.";
}
