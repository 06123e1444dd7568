import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';

const program = fileURLToPath(new URL('./enter-files.js', import.meta.url));

/** Functions by the file that has them. */
type Entered = readonly (readonly [file: string, functions: readonly string[]])[];

describe('A request for the next free address', function () {
  this.timeout(60_000);

  it('creates no unused repository', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [...process.execArgv, program]);
    const requests = (JSON.parse(stdout.slice(stdout.indexOf('[['))) as Entered[]).map((entered) => new Map(entered));
    expect(requests).to.have.length(5);
    const [entered = new Map<string, readonly string[]>()] = requests.toSorted((one, other) => other.size - one.size);
    const functions = entered.get('adapters/knex/repositories') ?? [];
    const created = functions.filter((name) => !['repositoriesIn', 'createdOnUse', 'isMember', 'memberOf', 'get'].includes(name));
    expect([...created].sort()).to.deep.equal(['addresses', 'changeLog', 'customFields']);
  });
});
