import { crc32 } from 'node:zlib';
import { expect } from 'chai';
import fc from 'fast-check';
import {
  endOfReplaced,
  expiresSoon,
  isFromNetworks,
  isKeyText,
  isOutlived,
  isWorthNoting,
  keyOf,
  keyPrefix,
  liveKeysWithName,
} from '../../../domain/access/access-key.js';
import { Prefix } from '../../../domain/net/prefix.js';

const now = new Date('2026-11-25T12:00:00Z');
const inDays = (days: number): Date => new Date(now.getTime() + days * 86_400_000);
const random = fc.string({ unit: fc.constantFrom(...'ABCxyz019-_'), minLength: 32, maxLength: 32 });

describe('a key', () => {
  it('begins with hxp_, contains 32 random characters, and ends with their CRC-32', () => {
    fc.assert(
      fc.property(random, (text) => {
        const key = keyOf(text);
        expect(key).to.match(/^hxp_[A-Za-z0-9_-]{32}[0-9a-z]{7}$/);
        expect(Number.parseInt(key.slice(-7), 36)).to.equal(crc32(text));
        expect(isKeyText(key)).to.equal(true);
      }),
    );
  });

  it('is distinguished from texts with one changed character', () => {
    fc.assert(
      fc.property(random, fc.integer({ min: keyPrefix.length, max: 42 }), (text, place) => {
        const key = keyOf(text);
        const other = `${key.slice(0, place)}${key[place] === 'a' ? 'b' : 'a'}${key.slice(place + 1)}`;
        expect(isKeyText(other)).to.equal(false);
      }),
    );
    for (const wrong of ['', keyPrefix, 'hxp_'.padEnd(43, 'a'), ` ${keyOf('a'.repeat(32))}`])
      expect(isKeyText(wrong)).to.equal(false);
  });

  it('is expired from its expiry time on, and expires soon from two weeks before', () => {
    expect([inDays(0), inDays(1), null].map((expires) => isOutlived({ expires }, now))).to.deep.equal([true, false, false]);
    expect([inDays(14), inDays(14.01), null].map((expires) => expiresSoon({ expires }, now))).to.deep.equal([true, false, false]);
  });

  it('has its use stored once a minute', () => {
    const seconds = (count: number): Date => new Date(now.getTime() - count * 1000);
    expect([null, seconds(60), seconds(59)].map((lastUsed) => isWorthNoting({ lastUsed }, now))).to.deep.equal([
      true,
      true,
      false,
    ]);
  });

  it('is accepted only from its networks, if it has any', () => {
    const networks = [Prefix.parse('10.0.0.0/8'), Prefix.parse('2001:db8::/32')];
    const from = ['10.1.2.3', '2001:db8::1', '11.0.0.1', 'unknown'].map((client) => isFromNetworks({ networks }, client));
    expect(from).to.deep.equal([true, true, false, false]);
    expect(isFromNetworks({ networks: [] }, 'unknown')).to.equal(true);
  });

  it('that is replaced ends after the given days, but not after its expiry', () => {
    expect(endOfReplaced({ expires: inDays(90) }, now, 7)).to.deep.equal(inDays(7));
    expect(endOfReplaced({ expires: inDays(3) }, now, 7)).to.deep.equal(inDays(3));
    expect(endOfReplaced({ expires: null }, now, 0)).to.deep.equal(now);
  });

  it('is found among the live ones of its name, the newest first', () => {
    const keys = [
      { name: 'a', created: inDays(-3), expires: inDays(1) },
      { name: 'a', created: inDays(-1), expires: null },
      { name: 'a', created: inDays(-9), expires: inDays(-1) },
      { name: 'b', created: inDays(-1), expires: null },
    ];
    expect(liveKeysWithName(keys, 'a', now)).to.deep.equal([keys[1], keys[0]]);
  });
});
