import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { inSources } from '../../config/source-stacks.js';
import { program } from '../support/processes/program-process.js';

const compiled = new URL('../../config/main.js', import.meta.url);

/** Which line of a text it is that holds something, counted from 1. */
const lineWith = (text: string, part: string): number => text.split('\n').findIndex((line) => line.includes(part)) + 1;

describe('Stacks of errors', () => {
  it('name places in the sources where they name some in what these were compiled to', () => {
    const source = new URL('../../../config/main.ts', import.meta.url);
    const line = lineWith(readFileSync(compiled, 'utf8'), 'await runCommand(');
    const expected = `${source.href}:${lineWith(readFileSync(source, 'utf8'), 'await runCommand(')}:`;
    const stack = inSources(`Error: it failed\n    at run (${compiled.href}:${line}:20)\n    at ${compiled.href}:${line}:20`);
    expect(stack.split(expected)).to.have.length(3);
    expect(stack).not.to.include('.js:');
  });

  it('stay as they are where there is no map, or it is of somebody else', () => {
    const none = new URL('../../config/none.js', import.meta.url).href;
    for (const place of ['node:fs:12:3', `${none}:1:1`, 'file:///elsewhere/main.js:1:1'])
      expect(inSources(`Error: it failed\n    at run (${place})`)).to.equal(`Error: it failed\n    at run (${place})`);
  });

  it('do so in what the program writes when it fails', () => {
    const defect = `const { parse } = JSON;
      JSON.parse = (text) => { if (/"name": "hexipam"/.test(text)) throw new Error('failed on purpose'); return parse(text); };`;
    const failed = ((): string => {
      try {
        return execFileSync(
          process.execPath,
          ['--import', `data:text/javascript,${encodeURIComponent(defect)}`, program, '--version'],
          {
            encoding: 'utf8',
            stdio: ['ignore', 'pipe', 'pipe'],
          },
        );
      } catch (error) {
        return (error as { stderr: string }).stderr;
      }
    })();
    const version = fileURLToPath(new URL('../../../config/version.ts', import.meta.url));
    const line = lineWith(readFileSync(version, 'utf8'), 'JSON.parse(');
    expect(failed).to.include('failed on purpose').and.include(`config/version.ts:${line}:`);
  });
});
