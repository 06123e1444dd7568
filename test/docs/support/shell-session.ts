import { execFile } from 'node:child_process';
import { engineFlags, program } from '../../support/processes/program-process.js';
import type { CodeBlock } from './code-blocks.js';

/** The service for the blocks of a document. */
export interface DocumentedService {
  readonly url: string;
  readonly metricsUrl: string;
  readonly password: string;
  readonly databaseUrl: string;
  /** The working directory of the blocks. */
  readonly folder: string;
}

/** Time limit of all blocks of a document in milliseconds. */
const maxWait = 60_000;

/**
 * Shell functions for the blocks. curl fails if the service refuses a request or is unreachable. A stream ends after two
 * seconds. hexipam is the compiled program.
 */
const prelude = `set -euo pipefail
curl() {
  local answer code=0
  answer=$(command curl --max-time "$(case "$*" in *-sN*) echo 2;; *) echo 30;; esac)" "$@") || code=$?
  case "$code $*" in 0\\ *|28\\ *-sN*) ;; *) echo "curl $*: $code" >&2; return "$code";; esac
  case "$answer" in *'"success":false'*|*'<success>false'*) echo "refused: curl $*: $answer" >&2; return 1;; esac
  printf '%s\\n' "$answer"
}
hexipam() { "$NODE" $ENGINE_FLAGS "$PROGRAM" "$@"; }
`;

/** Whether a line shows an answer. */
const isAnswer = (line: string): boolean => line.startsWith('{"code":');

/** Runs the blocks of a document in one shell. @returns their output. @throws Error with the failed block */
export function runInShell(blocks: readonly CodeBlock[], service: DocumentedService): Promise<string> {
  const texts = blocks.map(({ place, text }) => `echo "# ${place}" >&2\n${commandsOf(text, service)}\n`);
  const environment = {
    PATH: process.env.PATH ?? '',
    HOME: service.folder,
    NODE: process.execPath,
    ENGINE_FLAGS: engineFlags.join(' '),
    PROGRAM: program,
    HEXIPAM_DATABASE_URL: service.databaseUrl,
  };
  return new Promise((resolve, reject) => {
    const options = { env: environment, cwd: service.folder, timeout: maxWait };
    const child = execFile('bash', ['-c', prelude + texts.join('')], options, (error, output, errors) => {
      if (error) reject(new Error(`${errors.trim().split('\n').slice(-4).join('\n')}\n${error.message.split('\n')[0]}`));
      else resolve(output);
    });
    child.stdin?.end();
  });
}

function commandsOf(text: string, { url, metricsUrl, password }: DocumentedService): string {
  const commands = text.split('\n').filter((line) => !isAnswer(line));
  return commands
    .join('\n')
    .replaceAll('http://127.0.0.1:8080', url)
    .replaceAll('http://127.0.0.1:9464/metrics', metricsUrl)
    .replaceAll('PASSWORD', password);
}

/** The answers with a message that blocks show, without their times. */
export const answersShown = (blocks: readonly CodeBlock[]): string[] =>
  blocks
    .flatMap(({ text }) => text.split('\n').filter(isAnswer))
    .filter((line) => line.includes('"message"'))
    .map((line) => line.replace(/"time":.*/, ''));
