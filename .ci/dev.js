/**
 * Compiles after every change, and restarts the service if the compilation succeeded: npm run dev. Further arguments are passed
 * to the service. Ctrl-C stops both. The compiler's --watch is not used: that of TypeScript 7.0 misses changes on some systems.
 */
import { spawn } from 'node:child_process';
import { readFileSync, watch } from 'node:fs';

const folders = JSON.parse(readFileSync('tsconfig.json', 'utf8')).include;

/** The process of the service; undefined while it does not run. */
let service;
/** The process of the compiler; undefined while it does not run. */
let compiler;
let isChanged = true;
let isEnding = false;
let isAtWork = false;

const exitOf = (child) => new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));

/** Compiles until no file has changed during a compilation. */
async function work() {
  if (isAtWork) return;
  isAtWork = true;
  while (isChanged && !isEnding) {
    isChanged = false;
    const begun = performance.now();
    compiler = spawn('node_modules/.bin/tsc', ['-p', 'tsconfig.json'], { stdio: 'inherit' });
    const code = await exitOf(compiler);
    compiler = undefined;
    if (isEnding || isChanged) continue;
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(`dev: ${code === 0 ? 'compiled' : 'there are errors: the service stays as it is'} (${seconds} s)`);
    if (code === 0) await restart();
  }
  isAtWork = false;
}

async function restart() {
  await stop();
  if (isEnding) return;
  const started = spawn(process.execPath, ['dist/config/main.js', 'serve', ...process.argv.slice(2)], { stdio: 'inherit' });
  service = started;
  void exitOf(started).then(tellOfEnd(started));
}

/** Reports that the service has ended by itself. */
const tellOfEnd = (started) => (how) => {
  if (service !== started) return;
  service = undefined;
  if (!isEnding) console.log(`dev: the service has ended (${how}); the next change starts it again`);
};

/** Stops the service, and waits for its end. */
async function stop() {
  const running = service;
  if (!running) return;
  service = undefined;
  const gone = exitOf(running);
  running.kill('SIGTERM');
  await gone;
}

async function end() {
  if (isEnding) return;
  isEnding = true;
  compiler?.kill('SIGTERM');
  await stop();
  process.exit(0);
}

let pause;
for (const folder of folders)
  watch(folder, { recursive: true }, () => {
    isChanged = true;
    clearTimeout(pause);
    pause = setTimeout(work, 100); // editors write a file in several steps
  });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void end());
await work();
