/** The contracts of the core and of the capability `search`, over SQLite. Run: npx mocha --no-config examples/sqlite/storage.test.js */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeStorage } from 'hexipam/testing';
import { openSqliteStorage } from './storage.js';

const folder = mkdtempSync(join(tmpdir(), 'hexipam-sqlite-'));
let opened = 0;

describeStorage({
  name: 'SQLite',
  only: ['search'],
  open: async () => openSqliteStorage(join(folder, `${++opened}.db`)),
  skip: { parallelUnits: 'its units of work run one after another' },
});

after(() => rmSync(folder, { recursive: true }));
