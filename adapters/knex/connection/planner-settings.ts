/**
 * Planner settings. Every frequent statement has a suitable index, and its plan is cached. A plan made for a small table must not
 * scan it when it has grown. Disabled scans raise the estimated costs so much that JIT compilation would seem worthwhile, which
 * it never is here.
 *
 * Random pages cost hardly more than sequential ones, as frequently read data is in memory. With PostgreSQL's default, for
 * spinning disks, each chunk sorted the whole rest of a list instead of continuing in the index: a chunk of 2,000 addresses took
 * 9 to 30 ms rather than 1.2.
 */
export const plannerSettings = 'set enable_seqscan = off; set random_page_cost = 1.1; set jit = off';
