//// a missing semicolon and, further down, an undeclared name
void lnintr(int unit)
{
    int count = 0
    count = count + lnrlen(unit);
    trace("ring", cuont);
}
//= 3:18: A ; is missing after this declaration, before count. Write ; here.
//= 5:19: cuont is not declared. Did you mean count?
//// a semicolon before a brace
void idle(void) { trace("x", 1) }
//= 1:32: A ; is missing after this statement, before }. Write ; here.
//// two statements in one line
void idle(void)
{
    int a = 1 int b = 2;
    trace("sum", a + b);
}
//= 3:14: A ; is missing after this declaration, before int. Write ; here.
//// a bracket of a call
void idle(void)
{
    trace("x", 1;
}
//= 3:17: A ) is missing after the arguments of trace: here is ;. Write ) here.
//// a bracket of a condition
void lnintr(int unit)
{
    if (lnrlen(unit) > 0 {
        lninitdesc(unit);
    }
}
//= 3:25: A ) is missing after the condition of if: here is {. Write ) here.
//// a condition without brackets
void lnintr(int unit)
{
    while lnrlen(unit) > 0
        lninitdesc(unit);
}
//= 3:10: The condition of while has no brackets. Write ( ) around it.
//// a for without brackets
void idle(void)
{
    for int i = 0; i < 3; i++
        trace("i", i);
}
//= 3:8: The three parts of for have no brackets. Write: for (i = 0; i < n; i++)
//// an inner brace that is not closed
void lnintr(int unit)
{
    while (lnrlen(unit) > 0) {
        lninitdesc(unit);
}

void netisr(void)
{
    trace("netisr", 1);
}
//= 3:30: This { is never closed. Write } where its block ends.
//// a function whose brace is not closed
void lnintr(int unit)
{
    lninitdesc(unit);

void netisr(void)
{
    trace("netisr", 1);
}
//= 2:1: This { is never closed. Write } where its block ends.
//// a brace too many
void idle(void)
{
    trace("x", 1);
}
}
//= 5:1: This } closes nothing. Delete it, or look for a block above that ends too early.
//// an else without its if
void lnintr(int unit)
{
    if (lnrlen(unit) > 0)
        lninitdesc(unit);
        trace("x", 1);
    else
        trace("x", 2);
}
//= 6:5: This else has no if. Look at the braces before it: one if has one else.
//// a semicolon behind if
void lnintr(int unit)
{
    if (lnrlen(unit) > 0);
        lninitdesc(unit);
}
//= 3:26: This ; is all that if does. Delete the ;, so that the next lines belong to if.
//// a declaration as a body
void idle(void)
{
    if (rpcc() > 5u)
        int late = 1;
}
//= 4:9: A variable that is declared here ends with the if. Write braces around it and what uses it, or declare it before.
//// a do without while
void idle(void)
{
    do {
        trace("x", 1);
    }
    trace("y", 1);
}
//= 5:6: This do has no while after its block. Write while (condition); after it.
//// a value that is missing
void idle(void)
{
    int x = ;
    trace("x", x +);
}
//= 3:13: A value is missing: here is ;. Write a number, a variable or a call here.
//= 4:19: A value is missing: here is ). Write a number, a variable or a call here.
//// an operator of another language
void idle(void)
{
    int x = 1;
    if (x = = 1 and x > 0)
        trace("x", x);
}
//= 4:13: A value is missing: here is =. Write a number, a variable or a call here.
//// a name that is a word of C
void idle(void)
{
    int register = 1;
    int for = 2;
}
//= 3:9: register is a word of C and cannot be a name. Choose another name.
//= 4:9: for is a word of C and cannot be a name. Choose another name.
//// a word of C inside a calculation
void idle(void)
{
    int x = 1 + return;
}
//= 3:17: return cannot stand where a value is needed. Begin a new line with it, and end the line before with ;.
//// an array that is declared without a name
int [4];
void idle(void) { }
//= 1:5: The name of a function or variable is missing: here is [. Write a name here.
//// a case outside of its switch
void idle(void)
{
    switch (rpcc()) {
    case 0u:
        {
            case 1: trace("x", 1);
        }
    }
}
//= 6:13: case stands outside of a switch. Move it into the braces of a switch, not into a block inside.
//// a statement before the first case
void idle(void)
{
    switch (rpcc()) {
        trace("x", 0);
    case 1:
        trace("x", 1);
    }
}
//= 4:9: This is before the first case, so it never runs. Move it above the switch.
//// labels that are written twice
void idle(void)
{
    switch (rpcc()) {
    case 1:
    case 1:
    default:
        break;
    default:
        break;
    }
}
//= 5:10: The switch has a case 1 already. Delete one of the two.
//= 8:5: The switch has a default already. Delete one of the two.
//// break and continue outside of loops
void idle(void)
{
    break;
    continue;
}
//= 3:5: break stands outside of a loop and of a switch. Use return to leave the function.
//= 4:5: continue stands outside of a loop. Use return to leave the function.
//// a statement outside of functions
if (1) { }
void idle(void) { }
//= 1:1: if stands outside of a function. Move it into a function.
//// a call outside of functions
splimp();
void idle(void) { }
//= 1:1: splimp is called outside of a function. Move the call into a function.
//// an assignment outside of functions
int count;
count = 5;
void idle(void) { trace("count", count); }
//= 2:1: count gets a value outside of a function. Declare it with its value: int count = ...;
//// a function without a type
netisr(void)
{
}
//= 1:1: The function netisr has no type. Write void before it, or the type of its result.
//// a function without a body
void idle(void)
    trace("x", 1);
//= 1:16: The function idle has no {: here is trace. Write { and what it does.
//// a function inside a function
void idle(void)
{
    int twice(int n)
    {
        return 2 * n;
    }
    trace("x", 1);
}
//= 3:9: The function twice is declared inside another function. Write it outside; first look whether a brace above is missing.
//// a parameter without a type
void lnintr(unit)
{
}
//= 1:13: A parameter begins with its type: here is unit. Write, for example: int unit
//// a parameter without a name
void lnintr(int)
{
}
//= 1:13: This parameter has no name. Write a name after its type.
//// a declaration of nothing
int;
void idle(void) { }
//= 1:1: This declares nothing. Write a name after the type, or delete the line.
//// a number outside of functions
17
void idle(void) { }
//= 1:1: Here is 17, outside of a function. The file has functions, variables, enum, #define, QUEUE, KNOB, EVENT and THREAD.
//// a qualifier alone
const x = 4;
void idle(void) { trace("x", x); }
//= 1:6: The type is missing after const. Write int, unsigned, bool or struct packet * here.
//// a #define without a value
#define QUOTA
void idle(void) { trace("x", QUOTA); }
//= 1:9: The constant QUOTA has no value. Write, for example: #define QUOTA 10
//// a #define of a sum without brackets
#define LIMIT 4 + 4
void idle(void) { trace("x", LIMIT); }
//= 1:17: The value of a #define is one number, or a calculation in brackets. Write, for example: #define LIMIT (4 * 8)
//// a #define that ends with a semicolon
#define LIMIT 4;
void idle(void) { trace("x", LIMIT); }
//= 1:16: The value of a #define is one number, or a calculation in brackets. Write, for example: #define LIMIT (4 * 8)
//// a #define inside a function
void idle(void)
{
#define LIMIT 4
    trace("x", 1);
}
//= 3:1: A line with # stands inside a function. Move it above the functions.
//// a queue without its limit
QUEUE(ipintrq);
void idle(void) { trace("x", IF_LEN(ipintrq)); }
//= 1:14: A , is missing after the name of the queue: here is ). Write , here.
//// a knob without its text
KNOB(quota, 5, 1, 100);
void idle(void) { trace("x", quota); }
//= 1:22: A , is missing after the largest value of the knob: here is ). Write , here.
//// a knob whose text is a name
KNOB(quota, 5, 1, 100, packets);
void idle(void) { trace("x", quota); }
//= 1:24: The knob quota has no text that says what it is. Write, for example: KNOB(quota, 5, 1, 100, "packets in a round");
//// a knob that begins outside of its limits
KNOB(quota, 500, 1, 100, "packets in a round");
void idle(void) { trace("x", quota); }
//= 1:13: The knob quota goes from 1 to 100, but begins at 500. Its numbers are: value, least, largest.
//// a knob with an empty text
KNOB(quota, 5, 1, 100, "");
void idle(void) { trace("x", quota); }
//= 1:24: The text of the knob quota is empty or too long. Write at most 60 characters.
//// an empty file
//= 1:1: The program is empty. Begin with the function lnintr: what an interrupt of an interface does.
//// a program that nothing calls
static void drain(int unit)
{
    trace("x", unit);
}
//= 1:1: The machine calls none of these functions. Write at least one of lnintr, netisr, hardclock, idle and THREAD(name).
//// a comment without an end
void idle(void) { }
/* the rest is a comment
void netisr(void) { }
//= 2:1: This comment begins with /* and never ends. Write */ at its end.
//// a text without an end
void idle(void)
{
    trace("x, 1);
}
//= 3:11: This text has no " at its end. Close it in the same line.
//// quotes of a word processor
void idle(void)
{
    trace(“x”, 1);
}
//= 3:11: “ (U+201C) only looks like ". Type " again.
//= 3:13: ” (U+201D) only looks like ". Type " again.
//// a Cyrillic letter in a name
void idle(void)
{
    int сount = 1;
    trace("x", 1);
}
//= 3:9: с (U+0441) only looks like c. Type c again.
//// a letter with an accent
void idle(void)
{
    int größe = 1;
    trace("x", größe);
}
//= 3:9: The name größe contains ö (U+00F6). Use the letters a to z, digits and _ in names.
//= 4:16: The name größe contains ö (U+00F6). Use the letters a to z, digits and _ in names.
//// a sign that C does not have
void idle(void)
{
    int x = 1 @ 2;
}
//= 3:15: C has no sign @ (U+0040). Delete it.
//// a sign of mathematics
void lnintr(int unit)
{
    if (lnrlen(unit) ≥ 1)
        lninitdesc(unit);
}
//= 3:22: ≥ (U+2265) only looks like >=. Type >= again.
//// a line that is continued
#define LIMIT \
    4
void idle(void) { trace("x", LIMIT); }
//= 1:15: \ continues this line in the next one. Write it in one line.
//// a name that begins with a digit
void idle(void)
{
    int 2nd = 1;
}
//= 3:9: 2nd is no number. A name begins with a letter; a number has only digits.
//// a number that is too large
void idle(void)
{
    unsigned x = 4294967296u;
    int y = 3000000000;
}
//= 3:18: 4294967296u does not fit into 32 bits. The largest int is 2147483647; the largest unsigned is 4294967295u.
//= 4:13: 3000000000 does not fit into 32 bits. The largest int is 2147483647; the largest unsigned is 4294967295u.
//// signs of += the wrong way round
static int count;
void idle(void)
{
    count =+ 1;
    count =-1;
}
//= 4:11: =+ is two signs: it assigns. Write += to change the value.
//// a condition whose inner brackets are wrong
void lnintr(int unit)
{
    if (!(lnrlen(unit).status & 1)) {
        lninitdesc(unit);
    }
    trace("x", y);
}
//= 3:23: Packets, queues and events have no members, so no . here. Use a call, for example IF_LEN(q) or rt_unit(p).
//= 6:16: y is not declared. Declare it first, for example: int y;
//// labels without a statement of C11
void idle(void)
{
    switch (rpcc()) {
    case 1:
        int x = 5;
        trace("x", x);
        break;
    default:
    }
}
//= 5:9: C11 lets no variable be declared right after a label. Write braces around what belongs to the case.
//= 8:5: Nothing comes after this label. Write break; after it, or delete it.
//// a comma behind the first part of for
void idle(void)
{
    int n = 0;
    for (int i = 0, i < 5; i++)
        trace("i", i);
    for (n = 0, n < 5; n++)
        trace("n", m);
}
//= 4:19: This , goes on with the declaration, which ends here. Write ; in its place.
//= 6:15: This , goes on with the first part of for, which ends here. Write ; in its place.
//= 7:20: m is not declared. Declare it first, for example: int m;
//// a comma behind the condition of for
void idle(void)
{
    for (int i = 0; i < 5, i++)
        trace("i", i);
    for (int i = 0, j = 0; i < 5; i++, j++)
        trace("i", i);
}
//= 3:26: This , goes on with the condition of for, which ends here. Write ; in its place.
//= 5:38: This , would join two calculations. Write two statements.
//// a comma behind a declaration
static int count;
void idle(void)
{
    int last = count,
    count++;
    trace("last", lost);
}
//= 4:21: This , goes on with the declaration, which ends here. Write ; in its place.
//= 6:19: lost is not declared. Did you mean last?
