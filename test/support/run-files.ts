/** Runs test files in one process, by their source paths: npm run test:file -- FILE... */
import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import Mocha from 'mocha';

/** The compiled form of a test file. @param name path of the source, or of the compiled file */
function compiled(name: string): string {
  const path = relative('.', name).replace(/^dist\//, '');
  const file = `dist/${path.replace(/\.(ts|js)$/, '')}.js`;
  if (!/\.test\.js$/.test(file) || !existsSync(file)) throw new Error(`${name} is not a test file: they end in .test.ts`);
  return resolve(file);
}

/** Whether a suite needs the global fixtures. Suites of the domain do not. */
const needsFixtures = (file: string): boolean => !relative('dist', file).startsWith('test/domain/');

async function runFiles(names: readonly string[]): Promise<number> {
  if (names.length === 0) throw new Error('name at least one test file: npm run test:file -- test/domain/net/prefix.test.ts');
  const files = names.map(compiled);
  process.setSourceMapsEnabled(true);
  const mocha = new Mocha({ reporter: 'spec', timeout: 60_000, slow: 2000 });
  // before the suites: the import sets the storages of the contracts
  if (files.some(needsFixtures)) (await import('./global-fixtures.js')).finishBuild();
  for (const file of files) mocha.addFile(file);
  await mocha.loadFilesAsync();
  const failures = await new Promise<number>((done) => mocha.run(done));
  if (files.some(needsFixtures)) await (await import('./global-fixtures.js')).mochaGlobalTeardown();
  return failures === 0 && mocha.suite.total() > 0 ? 0 : 1;
}

try {
  process.exit(await runFiles(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error && error.message.includes('test file') ? error.message : error);
  process.exit(2);
}
