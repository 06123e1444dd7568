import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import type { ApiClient } from '../support/api-client.js';
import { program } from '../support/processes/program-process.js';
import { ServiceProcess } from '../support/processes/service-process.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.js';

/** In the source folder, because the compiler does not copy these files. */
const modules = fileURLToPath(new URL('../../../test/clients/.inspector/node_modules/', import.meta.url));
const node = `${modules}node/bin/node`;
const launcher = `${modules}@modelcontextprotocol/inspector/clients/launcher/build/index.js`;

const title = existsSync(launcher)
  ? 'The command line of the MCP inspector'
  : 'The command line of the MCP inspector (left out: it is not installed, `.ci/inspector` installs it)';

interface Result {
  readonly status: number;
  readonly text: string;
}

describe(title, function () {
  this.timeout(120_000);
  let home: TemporaryFolder;
  let service: ServiceProcess;
  let admin: ApiClient;
  let readKey: string;
  let writeKey: string;

  before(async function () {
    // the MCP inspector is not installed
    if (!existsSync(launcher)) return this.skip();
    home = makeTemporaryFolder();
    service = await ServiceProcess.start({ databaseUrl: 'memory:', variables: { HEXIPAM_MCP: 'write' } });
    admin = await service.signIn();
    const sectionId = (await admin.post('/sections/', { name: 'Customers' })).id;
    await admin.post('/subnets/', { sectionId, subnet: '10.0.0.0', mask: 24 });
    readKey = String((await admin.post('/keys/', { name: 'reader', scopes: ['*:read'] })).record.key);
    writeKey = String((await admin.post('/keys/', { name: 'writer', scopes: ['*:read', 'allocate'] })).record.key);
  });
  after(async () => {
    await service?.stop();
    home?.remove();
  });

  const run = (...words: readonly string[]): Promise<Result> =>
    promisify(execFile)(node, [launcher, '--cli', ...words, '--format', 'json', '--quiet'], {
      cwd: home.path,
      env: { PATH: process.env.PATH ?? '', HOME: home.path },
    }).then(
      ({ stdout }) => ({ status: 0, text: stdout }),
      (error: { readonly code: number; readonly stdout: string; readonly stderr: string }) => ({
        status: error.code,
        text: error.stdout + error.stderr,
      }),
    );

  const transports = {
    '/mcp': (key: string, ...words: readonly string[]): Promise<Result> =>
      run(`${service.url}/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${key}`, ...words),
    'hexipam mcp': (key: string, ...words: readonly string[]): Promise<Result> =>
      run(process.execPath, program, 'mcp', '-e', `HEXIPAM_MCP_URL=${service.url}/mcp`, '-e', `HEXIPAM_MCP_KEY=${key}`, ...words),
  };

  const takeAddress = (given: object): readonly string[] => [
    ...['--method', 'tools/call', '--tool-name', 'take_address'],
    ...['--tool-args-json', JSON.stringify({ network: '10.0.0.0/24', ...given })],
  ];

  for (const [index, [name, call]] of Object.entries(transports).entries()) {
    const hostname = `inspected-${index}.example`;

    it(`lists the tools of ${name}`, async () => {
      const { status, text } = await call(readKey, '--method', 'tools/list');
      expect(status, text).to.equal(0);
      for (const tool of ['find', 'who_has', 'take_address']) expect(text).to.contain(`"${tool}"`);
    });

    it(`previews an allocation by ${name}, then allocates the address`, async () => {
      const next = `10.0.0.${index + 1}`;
      const preview = await call(writeKey, ...takeAddress({ hostname }));
      expect([preview.status, preview.text.includes('preview'), preview.text.includes(next)], preview.text).to.deep.equal([
        0,
        true,
        true,
      ]);
      expect((await admin.get(`/addresses/search_hostname/${hostname}/`)).status).to.equal(404);
      const taken = await call(writeKey, ...takeAddress({ hostname, confirm: true }));
      expect([taken.status, taken.text.includes('written'), taken.text.includes(next)], taken.text).to.deep.equal([
        0,
        true,
        true,
      ]);
      const [stored] = (await admin.get(`/addresses/search_hostname/${hostname}/`)).records;
      expect(stored).to.include({ ip: next, hostname });
    });

    it(`is refused by ${name} with a key without the scope, and without a valid key`, async () => {
      const refused = await call(readKey, ...takeAddress({ confirm: true }));
      expect(refused.text).to.contain('Insufficient permissions');
      expect(refused.status).to.not.equal(0);
      expect((await call('hxp_nothing', '--method', 'tools/list', '--stored-auth-only')).status).to.not.equal(0);
    });
  }
});
