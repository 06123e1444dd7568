import { PassThrough } from 'node:stream';
import { expect } from 'chai';
import { readPassword } from '../../../adapters/cli/password-input.js';
import { UsageError } from '../../../adapters/cli/usage-error.js';

/** An input that is not a terminal. */
const piped = (...chunks: readonly string[]): PassThrough => {
  const stream = new PassThrough();
  for (const chunk of chunks) stream.write(chunk);
  return stream;
};

/** A terminal that echoes input unless it is in raw mode. */
const terminal = (...chunks: readonly string[]) => {
  const modes: boolean[] = [];
  const input = Object.assign(piped(...chunks), { isTTY: true, setRawMode: (raw: boolean) => void modes.push(raw) });
  return { input, modes };
};

const failureOf = (work: Promise<unknown>): Promise<unknown> => work.then(String, (error: unknown) => error);

describe('A password', () => {
  const prompts: string[] = [];
  const prompt = (text: string) => void prompts.push(text);
  beforeEach(() => {
    prompts.length = 0;
  });

  it('is the first line of piped input, in one chunk or several', async () => {
    for (const chunks of [['secret\n'], ['sec', 'ret\r\n', 'more\n'], ['secret\nsecond\n']])
      expect(await readPassword({ input: piped(...chunks), prompt })).to.equal('secret');
    const ended = piped(' with spaces ');
    ended.end();
    expect(await readPassword({ input: ended, prompt })).to.equal(' with spaces ');
    expect(prompts).to.deep.equal([]);
  });

  it('must not be empty', async () => {
    for (const chunk of ['\n', '\nsecret\n'])
      expect(await failureOf(readPassword({ input: piped(chunk), prompt }))).to.be.instanceOf(UsageError);
    const empty = piped();
    (empty as unknown as PassThrough).end();
    expect(await failureOf(readPassword({ input: empty, prompt }))).to.be.instanceOf(UsageError);
  });

  it('is read twice on a terminal, without echo', async () => {
    for (const typed of [['sécret\r', 'sécret\r'], ['sécret\nsécret\n'], ['sx', '\u007fécrett\b', '\r', 'sécret', '\u0004']]) {
      const { input, modes } = terminal(...typed);
      prompts.length = 0;
      expect(await readPassword({ input, prompt })).to.equal('sécret');
      expect(modes).to.deep.equal([true, false]);
      expect(prompts).to.deep.equal(['Password: ', '\n', 'Repeat the password: ', '\n']);
    }
  });

  for (const [what, typed] of [
    ['differs the second time', 'one\rother\r'],
    ['is empty', '\r\r'],
    ['is interrupted', 'sec\u0003'],
  ] as const) {
    it(`is refused when it ${what}, and the terminal mode is restored`, async () => {
      const { input, modes } = terminal(typed);
      expect(await failureOf(readPassword({ input, prompt }))).to.be.instanceOf(UsageError);
      expect(modes).to.deep.equal([true, false]);
    });
  }
});
