/** Builds dist: npm run build. Independent steps run in parallel. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs a script, which prints its errors. */
async function run(...words) {
  const [code] = await once(spawn(process.execPath, words, { stdio: 'inherit' }), 'exit');
  if (code !== 0) throw new Error(`${words[0]} failed`);
}

async function compileAndPack() {
  await run('node_modules/@typescript/native/bin/tsc', '-p', 'tsconfig.json');
  await run('.ci/sweep-dist.js');
  await run('.ci/strip-comments.js');
  await Promise.all(
    [
      '.ci/copy-swagger-ui.js',
      '.ci/copy-examples.js',
      '.ci/bundle-package.js',
      '.ci/pack-types.js',
      '.ci/pack-new-cluster.js',
      '.ci/pack-domain.js',
    ].map((script) => run(script)),
  );
}

const steps = await Promise.allSettled([compileAndPack(), run('.ci/build-console.js')]);
for (const { reason } of steps) if (reason) console.error(`build: ${reason.message}`);
process.exitCode = steps.every(({ status }) => status === 'fulfilled') ? 0 : 1;
