import { expect } from 'chai';
import { createLog, type LogLevel, logLevels } from '../../../adapters/logging/index.js';

function logAt(level: LogLevel) {
  const lines: string[] = [];
  const log = createLog({ level, write: (line) => lines.push(line), now: () => new Date('2024-03-01T12:00:00Z') });
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? 'null') as Record<string, unknown> };
}

describe('The log', () => {
  it('writes one JSON object per line, with its facts before the message', () => {
    const { log, lines } = logAt('info');
    log.warn('slow\nrequest', { requestId: 'r1', seconds: 2.5 });
    expect(lines).to.deep.equal([
      '{"level":"warn","time":"2024-03-01T12:00:00.000Z","requestId":"r1","seconds":2.5,"message":"slow\\nrequest"}\n',
    ]);
  });

  for (const [index, level] of logLevels.entries()) {
    it(`writes entries of level ${level} and above, and drops the rest`, () => {
      const { log, lines } = logAt(level);
      for (const each of logLevels) log[each]('something');
      expect(lines.map((line) => JSON.parse(line).level)).to.deep.equal(logLevels.slice(0, index + 1));
    });
  }

  it('redacts secrets by their name, at any depth and in any case', () => {
    const { log, last } = logAt('info');
    log.info('request', {
      headers: { Authorization: 'Basic eDp5', 'phpipam-token': 'abc', accept: '*/*' },
      users: [{ username: 'x', password: 'geheim', passwordHash: 'scrypt$' }],
      app: { id: 'main', code: '0123456789abcdef0123456789abcdef' },
      statusCode: 200,
    });
    expect(last()).to.deep.include({
      headers: { Authorization: '[secret]', 'phpipam-token': '[secret]', accept: '*/*' },
      users: [{ username: 'x', password: '[secret]', passwordHash: '[secret]' }],
      app: { id: 'main', code: '[secret]' },
      statusCode: 200,
    });
  });

  it('writes an error with its code, stack and cause', () => {
    const { log, last } = logAt('error');
    const cause = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' });
    log.error('failed', { error: new TypeError('no answer', { cause }) });
    const error = last().error as Record<string, unknown>;
    expect(error).to.include({ type: 'TypeError', message: 'no answer' });
    expect(error.stack).to.be.a('string');
    expect(error.cause).to.include({ message: 'connection refused', errorCode: 'ECONNREFUSED' });
  });

  it('writes facts that JSON cannot represent: big integers, functions, cycles, depth', () => {
    const { log, last } = logAt('info');
    const circle: Record<string, unknown> = { big: 2n ** 64n, call: undefined };
    circle.self = circle;
    let deep: unknown = 'bottom';
    for (let level = 0; level < 100; level++) deep = [deep];
    log.info('odd', { circle, deep });
    expect(last().circle).to.deep.equal({ big: '18446744073709551616', self: '[circular]' });
    expect(JSON.stringify(last().deep)).to.equal('[[[[["[...]"]]]]]');
  });

  it('writes nothing at level off', () => {
    const lines: string[] = [];
    createLog({ level: 'off', write: (line) => lines.push(line) }).fatal('the end');
    expect(lines).to.deep.equal([]);
  });

  it('writes format specifiers unchanged', () => {
    const { log, last } = logAt('info');
    log.info('100 %s of %d', { share: '%j' });
    expect(last()).to.include({ message: '100 %s of %d', share: '%j' });
  });

  it('does not let facts replace time, level or message', () => {
    const { log, last } = logAt('info');
    log.info('true', { message: 'false', level: 'debug', time: 'never' });
    expect(last()).to.deep.equal({ time: '2024-03-01T12:00:00.000Z', level: 'info', message: 'true' });
  });
});
