import { Readable } from 'node:stream';
import { expect } from 'chai';
import { type ProgramWork, readArguments } from '../../../adapters/cli/index.js';

/** Runs a command with the given work. Returns its success and its output. */
async function run(
  words: readonly string[],
  given: Partial<ProgramWork>,
): Promise<readonly [succeeded: boolean, output: string]> {
  const work = { version: '1.2.3', variables: [], ...given } as unknown as ProgramWork;
  let output = '';
  const print = (text: string): void => {
    output += text;
  };
  const terminal = {
    input: Readable.from([]),
    output: { isTerminal: false, hasColors: false, columns: 100 },
    print,
    prompt: () => {},
    complain: (problem: string) => print(`! ${problem}\n`),
  };
  return [await readArguments(work, words).run(terminal), output];
}

describe('A command', () => {
  it('prints the applied migrations, and progress apart from JSON', async () => {
    const migrate: ProgramWork['migrate'] = async (_seconds, { waits, migrated }) => {
      waits('it starts');
      migrated(['0001', '0002']);
    };
    const waiting = 'waiting for the database: it starts\n';
    expect(await run(['migrate'], { migrate })).to.deep.equal([true, `${waiting}migrated: 0001\nmigrated: 0002\n`]);
    const [, output] = await run(['migrate', '--json'], { migrate });
    expect(output).to.equal(`! ${waiting}{\n  "migrated": [\n    "0001",\n    "0002"\n  ]\n}\n`);
  });

  it('fails for problems that are not repaired', async () => {
    const finding = { what: 'usage', subnetId: 7, text: 'the count is wrong' } as const;
    const check: ProgramWork['check'] = async (repaired, report) => report({ ...finding, repaired });
    expect(await run(['check'], { check })).to.deep.equal([false, 'the count is wrong\n']);
    expect(await run(['check', '--repair'], { check })).to.deep.equal([true, 'the count is wrong (repaired)\n']);
    expect(await run(['check'], { check: async () => {} })).to.deep.equal([true, 'no problems found\n']);
  });

  it('prints the written and the removed backups', async () => {
    const backUp: ProgramWork['backUp'] = async (directory, keep) => ({ file: `${directory}/b`, rows: 7, removed: [`a${keep}`] });
    const expected = '7 rows were written to dir/b\nremoved a3\n';
    expect(await run(['backup', 'dir', '--keep', '3'], { backUp })).to.deep.equal([true, expected]);
  });

  it('fails for a restored archive with differences', async () => {
    const verification = {
      rows: 7,
      tables: 2,
      schema: { archived: 3, current: 3 },
      differences: ['subnets differ'],
      findings: [],
    };
    const [succeeded, output] = await run(['restore', 'file', '--verify'], { verify: async () => verification });
    expect(succeeded).to.equal(false);
    expect(output).to.match(/^7 rows of 2 tables .*\ncounts and digests compared with the file\nsubnets differ\n$/);
  });
});
