import { expect } from 'chai';
import fc from 'fast-check';
import type { Codec } from '../../../../adapters/http/codec/codec.js';
import type { WireValue } from '../../../../adapters/http/wire/wire-value.js';
import { collect } from '../../../support/collect.js';
import { ObservedList, wireValues } from '../support/lists.js';

/** The joined chunks of a list from a codec. */
export async function writtenList(codec: Codec, items: Iterable<WireValue>, root: string, time?: number): Promise<string> {
  const tail = () => (time === undefined ? {} : { time });
  return (await collect(codec.encodePieces({ code: 200, success: true }, { items: new ObservedList(items) }, tail, root))).join(
    '',
  );
}

/** Tests a codec with several lists in one answer. */
export function testListsByName(codec: Codec): void {
  it('streams named lists as it writes them whole, omits later empty lists, and reads one after the other', async () => {
    const list = fc.array(wireValues);
    await fc.assert(
      fc.asyncProperty(fc.array(wireValues, { minLength: 1 }), list, list, async (first, second, third) => {
        const sources = [first, second, third].map((items) => new ObservedList(items));
        const lists = sources.map((items, place) => ({ name: ['a', '<b', 'c'][place] ?? '', items }));
        const text = codec.encodePieces({ code: 200, success: true }, { lists }, () => ({ time: 2 }), 'x');
        const data = {
          a: first,
          ...(second.length > 0 ? { '<b': second } : {}),
          ...(third.length > 0 ? { c: third } : {}),
        };
        expect((await collect(text)).join('')).to.equal(codec.encode({ code: 200, success: true, data, time: 2 }, 'x'));
      }),
    );
    const sources = [new ObservedList(Array(3000).fill('xxxxxxxxxxxxxxxxxxxx')), new ObservedList(['y'])];
    const lists = sources.map((items, place) => ({ name: `list${place}`, items }));
    for await (const piece of codec.encodePieces({ code: 200, success: true }, { lists }, () => ({}), 'x')) {
      expect(piece).not.to.equal('');
      break;
    }
    expect(sources.map(({ ended, read }) => [ended, read > 0])).to.deep.equal([
      [true, true],
      [false, false],
    ]);
  });
}
