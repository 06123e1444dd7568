import { expect } from 'chai';
import { checkSeal, type RequestSeal } from '../../../domain/access/request-seal.js';

const now = new Date('2026-05-01T12:00:00Z');
const seconds = now.getTime() / 1000;
const nonce = 'n'.repeat(16);
const whole: RequestSeal = { method: 'GET', time: seconds, nonce };

describe('The seal of an encrypted request', () => {
  it('may say nothing where nothing is demanded', () => {
    expect(checkSeal({}, 'GET', now, false)).to.deep.equal({ nonce: undefined, until: new Date('2026-05-01T12:05:00Z') });
  });

  it('is sound when method, time and nonce go with the request', () => {
    expect(checkSeal(whole, 'GET', now, true)).to.deep.equal({ nonce, until: new Date('2026-05-01T12:05:00Z') });
  });

  it('has its nonce remembered for five minutes after a time that is ahead of the clock', () => {
    const seal = checkSeal({ ...whole, time: String(seconds + 300) }, 'GET', now, true);
    expect(seal?.until).to.deep.equal(new Date('2026-05-01T12:10:00Z'));
  });

  const broken: readonly (readonly [what: string, seal: RequestSeal, isDemanded: boolean])[] = [
    ['lacks its method where all is demanded', { time: seconds, nonce }, true],
    ['lacks its time where all is demanded', { method: 'GET', nonce }, true],
    ['lacks its nonce where all is demanded', { method: 'GET', time: seconds }, true],
    ['says another method', { ...whole, method: 'DELETE' }, false],
    ['says a method that is no text', { ...whole, method: 1 }, false],
    ['is older than five minutes', { ...whole, time: seconds - 301 }, false],
    ['is more than five minutes ahead', { ...whole, time: seconds + 301 }, false],
    ['says a time that is no number', { ...whole, time: '2026-05-01' }, false],
    ['says a negative time', { ...whole, time: '-5' }, false],
    ['says a time of another type', { ...whole, time: true }, false],
    ['says a nonce that is too short', { ...whole, nonce: 'n'.repeat(15) }, false],
    ['says a nonce that is too long', { ...whole, nonce: 'n'.repeat(129) }, false],
    ['says a nonce with a space', { ...whole, nonce: `${'n'.repeat(16)} n` }, false],
    ['says a nonce that is no text', { ...whole, nonce: 12345678901234567890n }, false],
  ];
  for (const [what, seal, isDemanded] of broken)
    it(`is refused when it ${what}`, () => expect(checkSeal(seal, 'GET', now, isDemanded)).to.equal(undefined));
});
