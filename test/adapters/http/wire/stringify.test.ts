import { expect } from 'chai';
import fc from 'fast-check';
import { stringify, stringifyRecord, withNumbers } from '../../../../adapters/http/wire/stringify.js';
import { wireValues } from '../support/lists.js';

describe('numbers as text', () => {
  it('prints numbers, and leaves everything else', () => {
    const record = {
      id: 9,
      zero: 0,
      mask: '24',
      note: null,
      usage: { used: 2, Used_percent: 0.78 },
      tags: [1, 'a', { n: 2 }],
      flag: false,
    };
    expect(stringifyRecord(record)).to.deep.equal({
      id: '9',
      zero: '0',
      mask: '24',
      note: null,
      usage: { used: '2', Used_percent: 0.78 },
      tags: ['1', 'a', { n: '2' }],
      flag: false,
    });
  });

  it('does not change what it is given', () => {
    const record = Object.freeze({ id: 1, nested: Object.freeze({ n: 1 }) });
    expect(stringify(record)).to.deep.equal({ id: '1', nested: { n: '1' } });
    expect(record).to.deep.equal({ id: 1, nested: { n: 1 } });
  });

  it('leaves values alone in native style', () => {
    const record = { id: 1 };
    expect(withNumbers('native', record)).to.equal(record);
    expect(withNumbers('text', record)).to.deep.equal({ id: '1' });
  });

  it('prints exactly what JSON would print for each number', () => {
    fc.assert(
      fc.property(wireValues, (value) => {
        const expected = JSON.parse(JSON.stringify(value), (name, v) =>
          typeof v === 'number' && !name.endsWith('_percent') ? JSON.stringify(v) : v,
        );
        expect(JSON.parse(JSON.stringify(stringify(value)))).to.deep.equal(expected);
      }),
    );
  });

  it('keeps the order of members', () => {
    expect(Object.keys(stringifyRecord({ b: 1, a: 2, c: null }))).to.deep.equal(['b', 'a', 'c']);
  });
});
