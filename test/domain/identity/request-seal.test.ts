import { expect } from 'chai';
import { checkSeal, type RequestSeal } from '../../../domain/access/request-seal.js';

const now = new Date('2026-05-01T12:00:00Z');
const seconds = now.getTime() / 1000;
const nonce = 'n'.repeat(16);
const whole: RequestSeal = { method: 'GET', time: seconds, nonce };

describe('The seal of an encrypted request', () => {
  it('may be empty if it is not required', () => {
    expect(checkSeal({}, 'GET', now, false)).to.deep.equal({ nonce: undefined, until: new Date('2026-05-01T12:05:00Z') });
  });

  it('is valid if method, time and nonce match the request', () => {
    expect(checkSeal(whole, 'GET', now, true)).to.deep.equal({ nonce, until: new Date('2026-05-01T12:05:00Z') });
  });

  it('has its nonce stored until five minutes after its own time', () => {
    const seal = checkSeal({ ...whole, time: String(seconds + 300) }, 'GET', now, true);
    expect(seal?.until).to.deep.equal(new Date('2026-05-01T12:10:00Z'));
  });

  const broken: readonly (readonly [what: string, seal: RequestSeal, isDemanded: boolean])[] = [
    ['lacks its method although all is required', { time: seconds, nonce }, true],
    ['lacks its time although all is required', { method: 'GET', nonce }, true],
    ['lacks its nonce although all is required', { method: 'GET', time: seconds }, true],
    ['has another method', { ...whole, method: 'DELETE' }, false],
    ['has a method that is not text', { ...whole, method: 1 }, false],
    ['is older than five minutes', { ...whole, time: seconds - 301 }, false],
    ['is more than five minutes ahead', { ...whole, time: seconds + 301 }, false],
    ['has a time that is not a number', { ...whole, time: '2026-05-01' }, false],
    ['has a negative time', { ...whole, time: '-5' }, false],
    ['has a time of another type', { ...whole, time: true }, false],
    ['has a nonce that is too short', { ...whole, nonce: 'n'.repeat(15) }, false],
    ['has a nonce that is too long', { ...whole, nonce: 'n'.repeat(129) }, false],
    ['has a nonce with a space', { ...whole, nonce: `${'n'.repeat(16)} n` }, false],
    ['has a nonce that is not text', { ...whole, nonce: 12345678901234567890n }, false],
  ];
  for (const [what, seal, isDemanded] of broken)
    it(`is refused when it ${what}`, () => expect(checkSeal(seal, 'GET', now, isDemanded)).to.equal(undefined));
});
