import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeStorage } from 'hexipam/testing';
import { openJsonLines } from './json-lines-storage.js';

const folder = mkdtempSync(join(process.env.CONSUMER_FOLDER ?? tmpdir(), 'json-lines-'));
let opened = 0;

describeStorage({
  name: 'a file of JSON lines',
  open: () => openJsonLines(join(folder, `${++opened}.jsonl`)),
  skip: { parallelUnits: 'its units of work run one after another' },
});
