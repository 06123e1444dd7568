import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { adminPassword, ServiceProcess } from '../support/processes/service-process.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.js';

/** In the source folder, because the compiler does not copy these files. */
const folder = fileURLToPath(new URL('../../../test/clients/', import.meta.url));
const program = process.env.SCHEMATHESIS ?? `${folder}.schemathesis/bin/schemathesis`;

const title = existsSync(program)
  ? 'schemathesis'
  : 'schemathesis (left out: it is not installed, `.ci/schemathesis` installs it)';

const text = { type: 'varchar(32)' };

/** One application, and the custom fields that /prefix/ uses. */
const provisioning = {
  users: [{ username: 'Admin', password: adminPassword, role: 'Administrator' }],
  apps: [{ id: 'default', permission: 'admin', security: 'none' }],
  customFields: [
    { on: 'subnets', name: 'custom_customer_type', ...text },
    { on: 'subnets', name: 'custom_customer_address_type', ...text },
    { on: 'subnets', name: 'csid', ...text },
    { on: 'addresses', name: 'csid', ...text },
  ],
};

/** Seconds of stateful requests in a long run (`npm run test:schemathesis`). */
const longSeconds = Number(process.env.SCHEMATHESIS_SECONDS ?? 0);

/** Duration of each phase in seconds. */
const seconds = { examples: 10, coverage: 30, fuzzing: 10, stateful: longSeconds || 15 } as const;

/** Maximum number of examples of an operation, or of request sequences. */
const maxExamples = longSeconds > 0 ? 1000 : 3;

/** Excludes aliases of routes, to use the time for distinct routes. */
const sameAgain = ['--exclude-path-regex', '^/(folders|vlan|vrf|prefixes|tools/vrf)/', '--exclude-method', 'PUT'];

describe(title, function () {
  this.timeout(360_000 + 2000 * longSeconds);
  let place: TemporaryFolder;
  let service: ServiceProcess;
  let token: string;

  before(async function () {
    // Schemathesis is not installed
    if (!existsSync(program)) return this.skip();
    place = makeTemporaryFolder();
    const file = join(place.path, 'provision.json');
    writeFileSync(file, JSON.stringify(provisioning));
    service = await ServiceProcess.start({ variables: { HEXIPAM_PROVISION: file } });
    const client = await service.signIn();
    token = client.token ?? '';
    const section = await client.post('/sections/', { name: 'Office' });
    const network = { subnet: '10.0.0.0', mask: 16, sectionId: section.id, custom_customer_type: 'x' };
    const subnet = await client.post('/subnets/', network);
    await client.post(`/subnets/${subnet.id}/first_subnet/24/`, { custom_customer_address_type: 'x' });
    client.close();
  });

  after(async () => {
    await service?.stop();
    place?.remove();
    expect(service?.complaints ?? []).to.deep.equal([]);
  });

  for (const [phase, time] of Object.entries(seconds))
    it(`finds no failure of the service and no answer that contradicts the description: ${phase}`, async () => {
      const generated = /[1-9]\d* generated, [1-9]\d* passed/;
      const output = await run(phase, time);
      // on a busy machine the time can end before the first request
      expect(generated.test(output) ? output : await run(phase, 6 * time)).to.match(generated);
    });

  /** Runs one phase. @returns the output @throws Error with the output if the phase finds a failure */
  async function run(phase: string, time: number): Promise<string> {
    const own = join(place.path, phase);
    mkdirSync(own, { recursive: true });
    const words = ['--config-file', `${folder}schemathesis.toml`, 'run', `${service.url}/openapi.json`];
    const limits = [
      '--phases',
      phase,
      '--max-time',
      String(time),
      '--max-examples',
      String(phase === 'stateful' ? maxExamples : 3),
      '--header',
      `token: ${token}`,
      '--header',
      'api-stringify-results: 0',
      ...sameAgain,
    ];
    const options = { cwd: own, env: { PATH: process.env.PATH ?? '', PYTHONUTF8: '1', NO_COLOR: '1' }, maxBuffer: 1e8 };
    const { stdout } = await promisify(execFile)(program, [...words, ...limits], {
      ...options,
      timeout: 170_000 + 1000 * time,
    }).catch((error: { readonly stdout?: string; readonly message: string }) => {
      throw new Error(error.stdout?.slice(0, 8000) || error.message);
    });
    return stdout;
  }
});
