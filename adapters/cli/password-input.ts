import { UsageError } from './usage-error.js';

export interface PasswordInput extends AsyncIterable<unknown> {
  readonly isTTY?: boolean;
  /** Defined on terminals only. */
  setRawMode?(isRaw: boolean): unknown;
  setEncoding(encoding: 'utf8'): unknown;
}

export interface PasswordSource {
  readonly input: PasswordInput;
  /** Prints a prompt. It must not use standard output, which a program may read. */
  readonly prompt: (text: string) => void;
}

/**
 * Reads a new password: on a terminal from two hidden prompts, otherwise from the first line of the input.
 * @throws UsageError if it is missing, or the two entries differ
 */
export async function readPassword({ input, prompt }: PasswordSource): Promise<string> {
  if (!input.isTTY) return firstLine(input);
  input.setRawMode?.(true);
  try {
    const lines = typedLines(input);
    const ask = async (question: string): Promise<string> => {
      prompt(question);
      const { value = '' } = await lines.next();
      prompt('\n');
      return value;
    };
    const password = await ask('Password: ');
    if (password === '') throw new UsageError('the password must not be empty');
    if ((await ask('Repeat the password: ')) !== password) throw new UsageError('the two passwords differ');
    return password;
  } finally {
    input.setRawMode?.(false);
  }
}

async function firstLine(input: PasswordInput): Promise<string> {
  let text = '';
  input.setEncoding('utf8');
  for await (const chunk of input) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  const [line = ''] = text.split(/\r?\n/);
  if (line === '') throw new UsageError('the first line of standard input must be the password');
  return line;
}

const keys = { lineEnds: ['\r', '\n', '\u0004'], interrupt: '\u0003', erasers: ['\u007f', '\b'] } as const;

const includes = (group: readonly string[], key: string): boolean => group.includes(key);

/** Yields the entered lines. In raw mode the terminal shows no input and passes on all keys. @throws UsageError on Ctrl-C */
async function* typedLines(input: PasswordInput): AsyncGenerator<string, undefined> {
  input.setEncoding('utf8');
  let line: string[] = [];
  for await (const chunk of input) {
    for (const key of String(chunk)) {
      if (key === keys.interrupt) throw new UsageError('interrupted');
      if (includes(keys.lineEnds, key)) {
        yield line.join('');
        line = [];
      } else line = includes(keys.erasers, key) ? line.slice(0, -1) : [...line, key];
    }
  }
  return undefined;
}
