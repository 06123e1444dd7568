import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';

const program = fileURLToPath(new URL('./enter-files.js', import.meta.url));

/** Functions by the file that has them. */
type Entered = readonly (readonly [file: string, functions: readonly string[]])[];

describe('A request for the next free address', function () {
  this.timeout(60_000);

  it('makes no repository that it does not use, and goes through few files', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [...process.execArgv, program]);
    const requests = (JSON.parse(stdout.slice(stdout.indexOf('[['))) as Entered[]).map((entered) => new Map(entered));
    const [first = new Map<string, readonly string[]>(), ...others] = requests;
    expect(others).to.have.length(4);
    // What not all of them entered is done now and then by whichever comes, as the look at the database's clock.
    const entered = new Map([...first].filter(([file]) => others.every((other) => other.has(file))));
    const repositories = [...entered.values()].flat().filter((name) => /^Knex\w+Repository$/.test(name));
    expect(repositories.sort()).to.deep.equal(['KnexAddressRepository', 'KnexChangeLogRepository', 'KnexCustomFieldRepository']);
    expect(entered.size, [...entered.keys()].join('\n')).to.be.within(40, 60);
  });
});
