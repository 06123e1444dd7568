import { expect } from 'chai';
import fc from 'fast-check';
import type { NumberStyle } from '../../../../adapters/http/codec/codec.js';
import { jsonCodec } from '../../../../adapters/http/codec/json.js';
import { xmlCodec } from '../../../../adapters/http/codec/xml.js';
import { WireRecord, type WireValue } from '../../../../adapters/http/wire/wire-value.js';
import { collect } from '../../../support/collect.js';

const name = fc.constantFrom('data', 'ip', 'usage_percent', '0', 'a b', 'é"');
const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
const { value } = fc.letrec<{ value: WireValue; list: WireValue[]; object: Record<string, WireValue>; record: WireRecord }>(
  (tie) => ({
    value: fc.oneof({ maxDepth: 4 }, scalar, tie('list'), tie('object'), tie('record')),
    list: fc.array(tie('value'), { maxLength: 4 }),
    object: fc.dictionary(name, tie('value'), { maxKeys: 4 }),
    record: fc.dictionary(name, scalar, { maxKeys: 4 }).map((members) => WireRecord.of(members)),
  }),
);

for (const [format, codec] of Object.entries({ JSON: jsonCodec, XML: xmlCodec })) {
  describe(`An incrementally written answer in ${format}`, () => {
    it('equals one that is written at once', async () => {
      await fc.assert(
        fc.asyncProperty(value, fc.constantFrom<NumberStyle>('text', 'native'), async (data, numbers) => {
          const head = { code: 200, success: true };
          const texts = await collect(codec.encodePieces(head, { value: data }, () => ({ time: 0.001 }), 'search', numbers));
          expect(texts.join('')).to.equal(codec.encode({ ...head, data, time: 0.001 }, 'search', numbers));
        }),
        { seed: 20260101 },
      );
    });

    it('has chunks of about 32 KiB, however long its lists are', async () => {
      const record = WireRecord.of({ description: 'x'.repeat(1000) });
      const data = { subnets: { code: 200, data: Array<WireRecord>(100).fill(record) } };
      const lengths: number[] = [];
      for await (const piece of codec.encodePieces({ code: 200, success: true }, { value: data }, () => ({}), 'search'))
        lengths.push(piece.length);
      expect(lengths.length).to.equal(4);
      expect(Math.max(...lengths)).to.be.below(34 * 1024);
    });

    it('encodes records only when the next chunk needs them', async () => {
      let encoded = 0;
      const record = {
        get description() {
          encoded++;
          return 'x'.repeat(1000);
        },
      };
      const pieces = codec.encodePieces(
        { code: 200, success: true },
        { value: { data: Array(100).fill(record) } },
        () => ({}),
        'search',
      );
      await pieces.next();
      expect(encoded).to.be.within(1, 50);
    });
  });
}
