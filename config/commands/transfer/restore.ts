import { join } from 'node:path';
import { differencesOf, digestsOf, readArchive, readIdentities, rowCount, withDigests } from '../../../adapters/archive/index.js';
import {
  type ArchiveFile,
  CommandRefused,
  type ProgramWork,
  type Progress,
  type Verification,
  withProgress,
} from '../../../adapters/cli/index.js';
import type { ArchiveContent } from '../../../application/ports/archive.js';
import type { Finding } from '../../../application/ports/consistency.js';
import type { Database, ScratchDatabase } from '../../../application/ports/database.js';
import { archiveBytes } from '../../backups/locations.js';
import { migrateDatabase, openConfigured } from '../../database.js';
import { readProcessConfiguration, type ServiceConfiguration } from '../../settings/settings.js';
import { storageOf } from '../../storages.js';
import { archiveOf } from './archive.js';
import { withTemporaryFolder } from './temporary-folder.js';

export const restore: ProgramWork['restore'] = async (source, terminal, report) => {
  const configuration = readProcessConfiguration();
  await withProgress(terminal, async (progress) => {
    const content = await contentOf(configuration, source, progress);
    const database = await openConfigured(configuration);
    try {
      const findings = await restoreInto(database, content, source.replace);
      progress.end();
      report({ rows: rowCount(content.head), findings });
    } finally {
      await database.close();
    }
  });
};

export const verify: ProgramWork['verify'] = async (source, terminal) => {
  const configuration = readProcessConfiguration();
  return withProgress(terminal, (shown) =>
    withInterruptible(shown, async (progress) => {
      const content = await contentOf(configuration, source, progress);
      return withScratch(configuration.databaseUrl, (databaseUrl) =>
        verifyIn({ ...configuration, databaseUrl, replicaUrl: null, embeddedSync: false }, content, progress),
      );
    }),
  );
};

async function contentOf(
  configuration: ServiceConfiguration,
  { file, identity }: ArchiveFile,
  progress: Progress,
): Promise<ArchiveContent> {
  const identities = identity === undefined ? [] : await readIdentities(identity);
  return readArchive(archiveBytes(file, identities, configuration), progress.show);
}

async function restoreInto(database: Database, content: ArchiveContent, replace: boolean): Promise<readonly Finding[]> {
  await migrateDatabase(database);
  await archiveOf(database).restore(content, { replace });
  const findings: Finding[] = [];
  for await (const finding of database.check({ repair: false })) findings.push(finding);
  return findings;
}

async function verifyIn(
  configuration: ServiceConfiguration,
  archived: ArchiveContent,
  progress: Progress,
): Promise<Verification> {
  const { content, digests } = withDigests(archived);
  const database = await openConfigured(configuration);
  try {
    const findings = await restoreInto(database, content, false);
    const show = (share: number, table: string): void => progress.show(share, `${table} (compared)`);
    return await archiveOf(database).snapshot(async (taken) => {
      const schema = { archived: content.head.schema, current: taken.head.schema };
      const isSame = schema.archived === schema.current;
      const differences = isSame ? differencesOf(digests(), await digestsOf(taken, show)) : [];
      return { rows: rowCount(content.head), tables: Object.keys(content.head.counts).length, schema, differences, findings };
    });
  } finally {
    await database.close();
  }
}

async function withScratch<T>(url: string, work: (url: string) => Promise<T>): Promise<T> {
  const { createScratch } = storageOf(url);
  if (!createScratch) return withTemporaryFolder('hexipam-verify-', (folder) => work(`file:${join(folder, 'data')}`), true);
  const scratch: ScratchDatabase = await createScratch(url);
  try {
    return await work(scratch.url);
  } finally {
    await scratch.drop();
  }
}

/** After a signal, the next progress report throws: the caller removes the scratch database. A second signal ends the process. */
async function withInterruptible<T>(progress: Progress, work: (progress: Progress) => Promise<T>): Promise<T> {
  let signal: NodeJS.Signals | undefined;
  const forget = (): void => {
    for (const each of signals) process.off(each, note);
  };
  const note = (input: NodeJS.Signals): void => {
    if (signal !== undefined) {
      forget();
      process.kill(process.pid, input);
    }
    signal = input;
  };
  for (const each of signals) process.on(each, note);
  try {
    return await work({
      end: progress.end,
      show(share, step) {
        if (signal !== undefined) throw new CommandRefused(`ended by ${signal}; the scratch database is removed`);
        progress.show(share, step);
      },
    });
  } finally {
    forget();
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
