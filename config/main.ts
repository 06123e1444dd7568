#!/usr/bin/env node
import { sayLastWords } from '../adapters/logging/last-words.js';
import { exitCodes, runWords } from './run-words.js';
import { tellSources } from './source-stacks.js';
import { processTerminal } from './terminal.js';

tellSources();
process.on('uncaughtException', (error) => {
  sayLastWords('an error that nothing handles', { error }, process.stderr.isTTY);
  process.exit(exitCodes.failure);
});
// Whoever reads the output may go first, e.g. a terminal that closes; that is no reason to stop.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
const code = await runWords(process.argv.slice(2), processTerminal());
// What a pipe has not taken yet would be cut off. A reader that has gone is told to be done, too.
await new Promise((resolve) => process.stdout.write('', resolve));
process.exit(code);
