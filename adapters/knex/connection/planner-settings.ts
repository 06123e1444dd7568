/**
 * How the planner is to think. Every statement that is run often has an index to go by, and its plan is kept: one that was
 * made while a table was small must not read all of it when it has grown. Without that kind of plan costs look so high
 * that compiling plans would seem worth while, which it never is here.
 */
export const plannerSettings = 'set enable_seqscan = off; set jit = off';
