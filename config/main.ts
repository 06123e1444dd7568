#!/usr/bin/env node
import { processTerminal, watchedOutput } from '../adapters/cli/index.js';
import { logFatal } from '../adapters/logging/fatal.js';
import { exitCodes, runCommand } from './run-command.js';

process.on('uncaughtException', (error) => {
  logFatal('unhandled error', { error }, process.stderr.isTTY);
  process.exit(exitCodes.failure);
});
const terminal = processTerminal();
const output = watchedOutput(process.stdout);
process.stderr.on('error', () => {});
const code = await runCommand(process.argv.slice(2), terminal);
// Waits until the pipe has accepted all output. A closed reader ends the wait.
await new Promise((resolve) => process.stdout.write('', resolve));
const problem = output.problem();
if (problem !== null) terminal.complain(problem);
process.exit(problem === null ? code : code || exitCodes.failure);
