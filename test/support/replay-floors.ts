/**
 * Checks the result of the conformance replay (`replay.mjs --json FILE`) against the floors below:
 * `node dist/test/support/replay-floors.js FILE`
 *
 * Two floors hold: one for the plain share of matching answers, which is what was reached and may not sink; and one for the
 * answers that are meant to match, which leaves out those where Hexipam deliberately answers otherwise, each with its reason.
 */
import { readFileSync } from 'node:fs';

/** The plain share of matching answers over all groups. */
const reached = 0.955;

/** The share of the answers that are meant to match: over all groups, and in each of them. */
const intended = { together: 0.99, each: 0.97 };

/** Where Hexipam means to answer otherwise than the recording, by sequence number. */
const deliberate: Readonly<Record<number, string>> = {
  40: 'the recording was made with another real name than is provisioned',
  41: 'the recording was made with another real name than is provisioned',
  43: 'the recording was made with another real name than is provisioned',
  112: 'the code that is sent is provisioned for no application',
  256: 'permissions given as an object are kept, not stored as the word Array',
  413: 'in a strict section 0.0.0.0/0 overlaps what is there',
  414: 'reads what 413 did not create',
  415: 'reads what 413 did not create',
  416: 'reads what 413 did not create',
  418: 'deletes what 413 did not create',
  548: 'permissions given as an object are kept, not stored as the word Array',
  553: 'group ids work in the query too',
  562: 'an unknown group is named as it was sent',
  614: 'resizing IPv6 realigns as IPv4 does, and meets the overlap then',
  713: 'an address is found by its ip in a subnet whichever it is',
  714: 'an address is found by its ip in a subnet whichever it is',
  1073: 'an update without an id is refused for the missing id',
  1182: 'a deleted name server leaves no dangling reference',
  1201: 'a deleted name server leaves no dangling reference',
  1209: 'a deleted name server leaves no dangling reference',
  1210: 'a deleted name server leaves no dangling reference',
  1230: 'a deleted device leaves no dangling reference',
  1271: 'definitions of section fields are shown',
  1291: 'nested custom fields are nested in lists too, unset ones included',
  1353: 'the controller answers to prefixes too',
  1377: 'permissions given as an object are kept, not stored as the word Array',
  1386: 'permissions given as an object are kept, not stored as the word Array',
  1396: 'filters take dotted addresses',
  1401: 'filters work on the names that the answer prints',
  1406: 'deleted name servers, locations and devices leave no dangling reference',
  1408: 'permissions given as an object are kept, not stored as the word Array',
  1414: 'a deleted location leaves no dangling reference',
  1426: 'links name the object that they link to',
  1431: 'deleted name servers and locations leave no dangling reference',
  1462: 'a deleted location leaves no dangling reference',
  1478: 'an ampersand survives in XML',
  1482: 'deleted name servers and locations leave no dangling reference',
  1483: 'a deleted location leaves no dangling reference',
  1504: 'a deleted location leaves no dangling reference',
  1539: 'a deleted device leaves no dangling reference',
};

interface Count {
  readonly compared: number;
  readonly matched: number;
}

interface Result extends Count {
  readonly groups: Readonly<Record<string, Count>>;
  readonly failures: readonly { readonly seq: number; readonly group: string }[];
}

const [file] = process.argv.slice(2);
if (!file) throw new Error('no file given');
const result = JSON.parse(readFileSync(file, 'utf8')) as Result;

const excused = (group?: string): number =>
  result.failures.filter((failure) => failure.seq in deliberate && (group === undefined || failure.group === group)).length;
const share = ({ compared, matched }: Count, left = 0): number => (compared - left === 0 ? 0 : matched / (compared - left));

const problems: string[] = [];
const check = (name: string, count: Count, left: number, floor: number): void => {
  if (share(count, left) < floor) problems.push(`${name}: ${count.matched} of ${count.compared - left} answers match`);
};
check('all groups, plainly', result, 0, reached);
check('all groups', result, excused(), intended.together);
for (const [name, count] of Object.entries(result.groups)) check(name, count, excused(name), intended.each);
if (Object.keys(result.groups).length === 0) problems.push('nothing was compared');

for (const problem of problems) console.error(`below the floor: ${problem}`);
console.log(`replay floors: ${result.matched} of ${result.compared} answers match, ${excused()} of the others differ on purpose`);
process.exitCode = problems.length > 0 ? 1 : 0;
