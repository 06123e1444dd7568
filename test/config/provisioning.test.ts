import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createMemoryDatabase } from '../../adapters/memory/index.js';
import { PasswordHashes, RandomTokenSource, ScryptPasswordHasher, systemClock } from '../../adapters/system/index.js';
import { Administration } from '../../application/access/administration/administration.js';
import { ProvisioningError, provisionFromFile } from '../../config/provisioning-file.js';

describe('A provisioning file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hexipam-provisioning-'));
  const file = join(folder, 'provision.json');
  after(() => rmSync(folder, { recursive: true }));

  const apply = async (text: string) => {
    writeFileSync(file, text);
    const { readers, unitOfWork } = createMemoryDatabase();
    const passwords = new ScryptPasswordHasher({ cost: 2, blockSize: 1, parallelization: 1 });
    return provisionFromFile(file, new Administration(readers, unitOfWork, systemClock, passwords, new RandomTokenSource()));
  };
  const refusal = (text: string): Promise<string> =>
    apply(text).then(
      () => 'accepted',
      (error: unknown) => {
        if (error instanceof ProvisioningError) return error.message.replace(file, 'FILE');
        throw error;
      },
    );

  it('is applied, also with a byte order mark', async () => {
    expect(await apply('\uFEFF{"settings":{"vlanMax":100}}')).to.deep.equal(['settings']);
  });

  it('is applied with weak passwords, and reports each with the name of its user', async () => {
    const { readers, unitOfWork } = createMemoryDatabase();
    const administration = new Administration(
      readers,
      unitOfWork,
      systemClock,
      new PasswordHashes(new ScryptPasswordHasher({ cost: 2, blockSize: 1, parallelization: 1 })),
      new RandomTokenSource(),
    );
    const passwords = { ann: 'too short', bob: 'qwertyuiop', 'carl-of-here': 'CARL-of-here', dora: 'a good password' };
    const users = Object.entries(passwords).map(([username, password]) => ({ username, password }));
    writeFileSync(file, JSON.stringify({ users }));
    const reportedProblems: string[] = [];
    expect(await provisionFromFile(file, administration, (problem) => reportedProblems.push(problem))).to.have.length(4);
    expect(reportedProblems).to.deep.equal([
      'the password of user ann must have at least 10 characters',
      'the password of user bob must not be one of the 10,000 most common passwords',
      'the password of user carl-of-here must not be the user name',
    ]);
  });

  for (const [title, text, expected] of [
    ['that is empty', '', 'is not JSON: Unexpected end of JSON input'],
    [
      'with an extra comma',
      '{\n  "users": [\n    { "password": "geheim", }\n  ]\n}',
      'is not JSON: Expected double-quoted property name in line 3',
    ],
    ['with a word that is not JSON', '{"users":[{"password":geheim}]}', 'is not JSON: Unexpected token'],
    ...['__proto__', 'constructor', 'toString'].flatMap(
      (name) =>
        [
          [`with a member ${name}`, `{"${name}":{}}`, `document "${name}" is not known; known are`],
          [
            `with a member ${name} of an entry`,
            `{"groups":[{"name":"a","${name}":1}]}`,
            `groups[0] "${name}" is not known; known are`,
          ],
        ] as const,
    ),
    [
      'with a wrong entry',
      '{"apps":[{"id":"a","permission":"read","security":"static","code":"geheim"}]}',
      'apps[0] "code" must be 32 printable ASCII characters without spaces',
    ],
  ] as const) {
    it(`${title} is rejected in one line that names the position and contains no secret`, async () => {
      const problem = await refusal(text);
      expect(problem)
        .to.match(/^provisioning file FILE: /)
        .and.contain(expected);
      expect(problem).not.to.match(/geheim|\n/);
    });
  }

  it('that does not exist is rejected', async () => {
    const { readers, unitOfWork } = createMemoryDatabase();
    const administration = new Administration(
      readers,
      unitOfWork,
      systemClock,
      new ScryptPasswordHasher(),
      new RandomTokenSource(),
    );
    const missing = join(folder, 'missing.json');
    const error = await provisionFromFile(missing, administration).catch((reason: unknown) => reason);
    expect(error)
      .to.be.instanceOf(ProvisioningError)
      .with.property('message', `provisioning file ${missing}: cannot be read (ENOENT)`);
  });
});
