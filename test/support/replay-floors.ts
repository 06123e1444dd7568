/**
 * Checks the result of the conformance replay (`replay.mjs --json FILE`) against the floors below:
 * `node dist/test/support/replay-floors.js FILE`
 */
import { readFileSync } from 'node:fs';

/** The share of matching answers that these groups reach together, and that each of them reaches alone. */
const TOGETHER = 0.97;
const EACH = 0.9;
const GROUPS = [
  'auth',
  'auth-ssl',
  'auth-static',
  'options',
  'sections',
  'sections-cascade',
  'subnets-read',
  'subnets-create',
  'subnets-strict',
  'folders',
  'subnets-first-subnet',
  'subnets-patch',
  'subnets-permissions',
  'subnets-resize',
  'subnets-split',
  'subnets-delete',
  'first-free',
  'addresses',
  'filter',
  'xml',
  'stringify',
];

interface Count {
  readonly compared: number;
  readonly matched: number;
}

const [file] = process.argv.slice(2);
if (!file) throw new Error('no file given');
const { groups } = JSON.parse(readFileSync(file, 'utf8')) as { groups: Partial<Record<string, Count>> };

const counts = GROUPS.map((name) => ({ name, ...(groups[name] ?? { compared: 0, matched: 0 }) }));
const together = counts.reduce((sum, count) => ({
  name: 'together',
  compared: sum.compared + count.compared,
  matched: sum.matched + count.matched,
}));
const share = ({ compared, matched }: Count) => (compared === 0 ? 0 : matched / compared);
const tooLow = [...counts.filter((count) => share(count) < EACH), ...(share(together) < TOGETHER ? [together] : [])];

for (const { name, compared, matched } of tooLow) {
  console.error(`below the floor: ${name}, ${matched} of ${compared} answers match`);
}
console.log(`replay floors: ${together.matched} of ${together.compared} answers match in ${GROUPS.length} groups`);
process.exitCode = tooLow.length > 0 ? 1 : 0;
