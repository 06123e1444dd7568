import { expect } from 'chai';
import { createLog } from '../../../adapters/logging/index.js';

function textOf(message: string, facts: Record<string, unknown>, isColoured = false): string {
  let text = '';
  const write = (line: string): void => {
    text += line;
  };
  const log = createLog({ level: 'info', format: 'text', isColoured, write, now: () => new Date('2024-03-01T12:00:00.5Z') });
  log.warn(message, facts);
  return text;
}

describe('The text log', () => {
  it('has a line for each entry: time of day, level, message, facts', () => {
    expect(textOf('request', { route: '/subnets/{id}/', status: 200, app: 'my app', user: undefined })).to.equal(
      '12:00:00.500 WARN  request route=/subnets/{id}/ status=200 app="my app"\n',
    );
  });

  it('escapes foreign characters that would move the cursor, color the terminal or begin a line', () => {
    const evil = 'x\n12:00 FATAL\x1b[2J\u202e\x9b1m';
    const text = textOf(evil, { app: evil, list: [evil] });
    expect(text.split('\n')).to.have.length(2);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test checks that there are none
    expect(text).not.to.match(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
    expect(text).to.include('FATAL\\u001b[2J\\u202e\\u009b1m');
  });

  it('writes stacks on separate lines', () => {
    const text = textOf('failed', { error: new TypeError('no answer') });
    const [first = '', second = '', third = ''] = text.split('\n');
    expect(first).to.include('failed error={"type":"TypeError","message":"no answer"}');
    expect(second).to.equal('    TypeError: no answer');
    expect(third).to.match(/^ {4}at /);
  });

  it('has colors only if they are enabled', () => {
    expect(textOf('odd', { a: 1 }, true)).to.include('\x1b[33mWARN \x1b[0m');
    expect(textOf('odd', { a: 1 })).not.to.include('\x1b');
  });
});
