/**
 * Fixtures of the whole mocha run, in one process or several: a PostgreSQL server, original databases, and the storages of
 * the contract suites.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runContractsOver } from '../contracts/support/contract.js';
import { endRun } from './databases/at-end-of-run.js';
import { prepareDatabases } from './databases/prepared-databases.js';
import { startSharedPostgres, stopSharedPostgres } from './databases/shared-postgres.js';
import { storageVariants } from './databases/storage-variants.js';
import { sharePackedFile } from './package/packed-file.js';

process.setSourceMapsEnabled(true);
runContractsOver(storageVariants);

/** The mocha runner. */
interface SuiteRunner {
  isParallelMode(): boolean;
}

/** Completes the build after the compilation: tests run the bundled program. */
export function finishBuild(): void {
  const project = fileURLToPath(new URL('../../../', import.meta.url));
  for (const step of ['.ci/bundle-package.js', '.ci/pack-types.js', '.ci/pack-new-cluster.js'])
    execFileSync(process.execPath, [step], { cwd: project, stdio: 'inherit' });
}

/** Mocha calls it before all suites, in the main process. */
export async function mochaGlobalSetup(this: SuiteRunner): Promise<void> {
  finishBuild();
  if (!this.isParallelMode()) return;
  sharePackedFile();
  await Promise.all([startSharedPostgres(), prepareDatabases()]);
}

/** Mocha calls it after all suites, when their processes have ended. */
export async function mochaGlobalTeardown(): Promise<void> {
  await endRun();
  await stopSharedPostgres();
}
