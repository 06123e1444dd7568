/**
 * What the whole mocha run shares, in one process or in several: one PostgreSQL server, databases that are copied, and what
 * the contract suites run over.
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

/** What mocha runs suites with. */
interface SuiteRunner {
  isParallelMode(): boolean;
}

/** Does what of the build is not done since the program was compiled: tests run the program as users do. */
export function finishBuild(): void {
  const project = fileURLToPath(new URL('../../../', import.meta.url));
  for (const step of ['.ci/bundle-program.js', '.ci/pack-new-cluster.js'])
    execFileSync(process.execPath, [step], { cwd: project, stdio: 'inherit' });
}

/** Called by mocha before all suites, in the process that starts the others. */
export async function mochaGlobalSetup(this: SuiteRunner): Promise<void> {
  finishBuild();
  if (!this.isParallelMode()) return;
  sharePackedFile();
  await Promise.all([startSharedPostgres(), prepareDatabases()]);
}

/** Called by mocha when all suites are through, and processes that ran them have ended. */
export async function mochaGlobalTeardown(): Promise<void> {
  await endRun();
  await stopSharedPostgres();
}
