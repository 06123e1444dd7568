/**
 * Sequential scans are disabled, because a cached plan for a small table may be used after the table has grown. Disabled scans
 * raise cost estimates above the threshold of JIT, which never pays here. Random pages cost little, because frequent data is in
 * memory: with PostgreSQL's default, a chunk of 2,000 addresses took 9 to 30 ms instead of 1.2.
 */
export const plannerSettings = 'set enable_seqscan = off; set random_page_cost = 1.1; set jit = off';
