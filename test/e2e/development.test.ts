import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { whenProcessEnds } from '../support/processes/when-process-ends.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.js';

const project = fileURLToPath(new URL('../../../', import.meta.url));

/** A service that logs its name and pid, and its stop on a signal. */
const source = (name: string, isWrong = false): string => `
declare const process: { on(event: string, listener: () => void): void; exit(): void; pid: number };
declare const console: { log(text: string): void };
declare const setInterval: (work: () => void, time: number) => void;
${isWrong ? 'const wrong: number = "text";' : ''}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => { console.log('${name} stops'); process.exit(); });
console.log('${name} runs as ' + process.pid);
setInterval(() => {}, 1000);
`;

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('Development scripts', function () {
  this.timeout(120_000);
  let folder: TemporaryFolder;
  let child: ChildProcess | undefined;
  let text = '';

  const file = (name: string): string => join(folder.path, name);
  const until = async (find: () => boolean): Promise<void> => {
    for (const deadline = Date.now() + 100_000; !find(); await delay(20))
      if (Date.now() > deadline) throw new Error(`it did not happen:\n${text}`);
  };

  beforeEach(() => {
    folder = makeTemporaryFolder();
    for (const each of ['config', '.ci', 'dist']) mkdirSync(file(each));
    for (const each of ['dev.js', 'sweep-dist.js']) writeFileSync(file(`.ci/${each}`), readFileSync(join(project, '.ci', each)));
    symlinkSync(join(project, 'node_modules'), file('node_modules'));
    writeFileSync(file('package.json'), '{ "type": "module" }');
    const compilerOptions = { rootDir: '.', outDir: 'dist', module: 'nodenext', target: 'es2023', types: [], declaration: true };
    writeFileSync(file('tsconfig.json'), JSON.stringify({ compilerOptions, include: ['config'] }));
    writeFileSync(file('config/main.ts'), source('first'));
    text = '';
  });
  afterEach(() => {
    child?.kill('SIGKILL');
    folder.remove();
  });

  it('compile on every change, restart the service after a successful compilation, and end all their processes', async () => {
    const running = spawn(process.execPath, ['.ci/dev.js'], { cwd: folder.path, stdio: ['ignore', 'pipe', 'pipe'] });
    child = running;
    const forget = whenProcessEnds(() => running.kill('SIGKILL'));
    for (const stream of [running.stdout, running.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
    await until(() => text.includes('first runs'));
    writeFileSync(file('config/main.ts'), source('wrong', true));
    await until(() => text.includes('there are errors'));
    expect(text).not.to.contain('first stops');
    writeFileSync(file('config/main.ts'), source('second'));
    await until(() => text.includes('second runs'));
    expect(text).to.contain('first stops').and.not.contain('wrong runs');
    const pid = Number(/second runs as (\d+)/.exec(text)?.[1]);
    running.kill('SIGINT');
    const [code] = (await once(running, 'close')) as [number];
    forget();
    expect(code).to.equal(0);
    expect(text).to.contain('second stops');
    expect(isAlive(pid)).to.equal(false);
  });

  it('remove compiled files without a source, and nothing else', () => {
    const compiled = ['gone.js', 'gone.js.map', 'gone.d.ts', 'main.js', 'main.d.ts', 'data.json'];
    mkdirSync(file('dist/config/old'), { recursive: true });
    for (const name of [...compiled, 'old/gone.test.js']) writeFileSync(file(`dist/config/${name}`), '');
    writeFileSync(file('dist/tsconfig.tsbuildinfo'), '');
    execFileSync(process.execPath, ['.ci/sweep-dist.js'], { cwd: folder.path });
    const left = compiled.filter((name) => existsSync(file(`dist/config/${name}`)));
    expect(left).to.deep.equal(['main.js', 'main.d.ts', 'data.json']);
    expect([existsSync(file('dist/config/old')), existsSync(file('dist/tsconfig.tsbuildinfo'))]).to.deep.equal([false, true]);
    rmSync(file('config/main.ts'));
    execFileSync(process.execPath, ['.ci/sweep-dist.js'], { cwd: folder.path });
    expect(existsSync(file('dist/config/main.js'))).to.equal(false);
  });
});
