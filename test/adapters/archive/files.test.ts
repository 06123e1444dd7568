import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { writeFile } from '../../../adapters/archive/index.js';
import { until } from '../../support/outcome/until.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.js';

const module = new URL('../../../adapters/archive/index.js', import.meta.url).href;

async function* pieces(text: string) {
  yield text;
}

describe('A file that is written', () => {
  let folder: TemporaryFolder;
  beforeEach(() => {
    folder = makeTemporaryFolder();
  });
  afterEach(() => folder.remove());

  it('replaces the target of a symbolic link, and leaves the link', async () => {
    const [link, file] = [join(folder.path, 'link'), join(folder.path, 'file')];
    await writeFile(file, pieces('old'));
    symlinkSync(file, link);
    await writeFile(link, pieces('new'));
    expect([lstatSync(link).isSymbolicLink(), readFileSync(file, 'utf8')]).to.deep.equal([true, 'new']);
  });

  it('is created at the missing target of a symbolic link, and leaves the link', async () => {
    const [link, file] = [join(folder.path, 'link'), join(folder.path, 'file')];
    symlinkSync('file', link);
    await writeFile(link, pieces('new'));
    expect([lstatSync(link).isSymbolicLink(), readFileSync(file, 'utf8')]).to.deep.equal([true, 'new']);
  });

  it('is complete when several writers write the same path at once', async () => {
    const path = join(folder.path, 'file');
    async function* long(letter: string) {
      for (let count = 0; count < 50; count++) {
        yield letter.repeat(1000);
        await new Promise((next) => setImmediate(next));
      }
    }
    await Promise.all(['a', 'b', 'c'].map((letter) => writeFile(path, long(letter))));
    expect(readFileSync(path, 'utf8')).to.match(/^(a{50000}|b{50000}|c{50000})$/);
    expect(readdirSync(folder.path)).to.deep.equal(['file']);
  });

  it('does not replace a socket', async () => {
    const path = join(folder.path, 'socket');
    const server = createServer().listen(path);
    await once(server, 'listening');
    const problem = await writeFile(path, pieces('new')).then(() => 'written', String);
    expect(problem).to.equal(`FileUnwritable: ${path} cannot be written: it is a device or a pipe, not a file`);
    expect(lstatSync(path).isSocket()).to.equal(true);
    server.close();
  });

  it('leaves no unfinished file when a signal ends the process', async () => {
    const script = `import { writeFile } from '${module}';
      async function* endless() { for (;;) { yield 'more'; await new Promise((resolve) => setTimeout(resolve, 5)); } }
      await writeFile('file', endless());`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: folder.path, stdio: 'ignore' });
    const ended = once(child, 'exit');
    await until(() => readdirSync(folder.path).some((name) => name.endsWith('.unfinished')), 20);
    child.kill('SIGINT');
    expect(await ended).to.deep.equal([null, 'SIGINT']);
    expect(readdirSync(folder.path)).to.deep.equal([]);
  });
});
