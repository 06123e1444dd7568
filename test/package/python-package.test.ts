import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { packageRoot } from '../support/package/package-root.js';
import { adminPassword, ServiceProcess } from '../support/processes/service-process.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.js';

const sources = join(packageRoot, 'packages/python');
const built = join(packageRoot, 'dist/packages/python');

/** The interpreter with the tools of the package. */
const python = join(sources, '.venv/bin/python');
const isInstalled = existsSync(python);

const title = isInstalled
  ? 'The Python package hexipam'
  : 'The Python package hexipam (left out: its tools are not installed, `.ci/python` installs them)';

const read = (path: string): string => readFileSync(path, 'utf8');

describe(title, function () {
  this.timeout(180_000);
  let folder: TemporaryFolder;
  let service: ServiceProcess;
  let variables: NodeJS.ProcessEnv;

  before(async function () {
    // the Python package is not installed
    if (!isInstalled) return this.skip();
    execFileSync(process.execPath, ['.ci/pack-python.js', python], { cwd: packageRoot, stdio: 'inherit' });
    folder = makeTemporaryFolder();
    const target = join(folder.path, 'installed');
    const options = ['--quiet', '--disable-pip-version-check', '--no-deps', '--no-build-isolation', '--target', target];
    execFileSync(python, ['-m', 'pip', 'install', ...options, built], { stdio: 'inherit' });
    service = await ServiceProcess.start({ databaseUrl: 'pglite:' });
    const own = { URL: service.url, PASSWORD: adminPassword, PYTHONPATH: target, MYPYPATH: target, PYTHONUTF8: '1' };
    variables = { PATH: process.env.PATH, PYTHONDONTWRITEBYTECODE: '1', ...own };
  });
  after(async () => {
    await service?.stop();
    folder?.remove();
  });

  /** Runs a module or a script. @returns its output @throws Error with the output if it fails */
  async function run(...words: string[]): Promise<string> {
    const options = { cwd: folder.path, env: variables, timeout: 150_000, maxBuffer: 2 ** 26 };
    const { stdout } = await promisify(execFile)(python, words, options).catch(
      (error: { readonly stdout?: string; readonly stderr?: string }) => {
        throw new Error(`${error.stdout ?? ''}${error.stderr ?? ''}`);
      },
    );
    return stdout;
  }

  const check = (...words: string[]): Promise<string> =>
    run('-m', 'mypy', '--config-file', join(sources, 'pyproject.toml'), '--cache-dir', join(folder.path, 'mypy'), ...words);

  it('has the version of the service, types, and its licence', () => {
    const { version } = JSON.parse(read(join(packageRoot, 'package.json')));
    const information = join(folder.path, `installed/hexipam-${version}.dist-info`);
    expect(read(join(information, 'METADATA')))
      .to.contain(`Version: ${version}\n`)
      .and.contain('License-Expression: MIT');
    expect(existsSync(join(information, 'licenses/LICENSE'))).to.equal(true);
    expect(existsSync(join(folder.path, 'installed/hexipam/py.typed'))).to.equal(true);
  });

  it('passes the strict check of mypy with its tests', async () => {
    expect(await check(join(sources, 'tests'))).to.contain('Success');
    expect(await check('-p', 'hexipam')).to.contain('Success');
  });

  it('passes its tests with a running service and broken connections', async () => {
    const printed = await run('-m', 'pytest', '-q', '-p', 'no:cacheprovider', join(sources, 'tests'));
    expect(printed).to.match(/^[1-9]\d* passed in /m);
  });

  it('runs the recipes of its README, which a strict checker accepts', async () => {
    const blocks = [...read(join(built, 'README.md')).matchAll(/```python\n(.*?)```/gs)].map(([, code = '']) => code);
    expect(blocks).to.have.length(11);
    const program = [
      'import os',
      'from hexipam import Client, Credentials',
      'url, password, subnet_id = os.environ["URL"], os.environ["PASSWORD"], int(os.environ["SUBNET"])',
      'ipam = Client(url, credentials=Credentials("Admin", password))',
      ...blocks.slice(1),
    ].join('\n');
    mkdirSync(join(folder.path, 'recipes'));
    writeFileSync(join(folder.path, 'recipes/recipes.py'), program);
    writeFileSync(join(folder.path, 'recipes/first.py'), blocks[0] ?? '');
    expect(await check('recipes/recipes.py')).to.contain('Success');
    expect(await check('recipes/first.py')).to.contain('Success');
    const admin = await service.signIn();
    const sectionId = (await admin.post('/sections/', { name: 'Recipes' })).id;
    const subnet = await admin.post('/subnets/', { subnet: '10.20.0.0', mask: 24, sectionId });
    admin.close();
    Object.assign(variables, { SUBNET: String(subnet.id), HEXIPAM_KEY: 'x' });
    await run('recipes/first.py');
    const printed = await run('recipes/recipes.py');
    expect(printed).to.contain('allocated 10.20.0.1 with the id').and.contain('created\n[201, 201]\n');
    expect(printed).to.contain('the next address is 10.20.0.3\nthe address is in use\n');
  });

  it('makes a strict checker refuse a wrong path, argument or member', async () => {
    const program = [
      'from hexipam import Client',
      'ipam = Client("https://ipam.example.org")',
      'ipam.get("/moons/")',
      'ipam.get("/subnets/{id}/", subnet=1)',
      'ipam.get("/subnets/{id}/", id=1).data.moon()',
      'ipam.list("/subnets/{id}/", id=1)',
    ].join('\n');
    writeFileSync(join(folder.path, 'wrong.py'), program);
    const printed = await check('wrong.py').catch(({ message }: Error) => message);
    expect([3, 4, 5, 6].filter((line) => !printed.includes(`wrong.py:${line}: error`))).to.deep.equal([]);
  });
});
