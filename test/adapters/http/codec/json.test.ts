import { expect } from 'chai';
import fc from 'fast-check';
import { jsonCodec } from '../../../../adapters/http/codec/json.js';
import { WireRecord, type WireValue } from '../../../../adapters/http/wire/wire-value.js';
import { collect } from '../../../support/collect.js';
import { nestedInPieces, nestedWhole, nestingRecords, ObservedList, wireValues } from '../support/lists.js';
import { testListsByName, writtenList } from './lists-by-name.js';

const listText = (items: Iterable<WireValue>, time?: number) => writtenList(jsonCodec, items, 'x', time);

describe('JSON codec', () => {
  testListsByName(jsonCodec);

  it('writes an answer compactly, in wire order, without unset members', () => {
    const text = jsonCodec.encode(
      { time: 0.001, code: 404, success: false, message: 'Section "x" é/\n', id: null, data: undefined },
      'sections',
    );
    expect(text).to.equal('{"code":404,"success":false,"message":"Section \\"x\\" é/\\n","time":0.001}');
  });

  it('preserves the types of values', () => {
    const data = { id: 1, text: '1', flag: false, none: null, list: [], nested: { a: [{}] } };
    expect(jsonCodec.encode({ code: 200, success: true, data }, '')).to.equal(
      `{"code":200,"success":true,"data":${JSON.stringify(data)}}`,
    );
  });

  const lists: [name: string, items: WireValue[], time: number | undefined, text: string][] = [
    ['no item', [], undefined, '{"code":200,"success":true,"data":[]}'],
    ['no item and a time', [], 0.5, '{"code":200,"success":true,"data":[],"time":0.5}'],
    ['one item', ['a'], 0, '{"code":200,"success":true,"data":["a"],"time":0}'],
    ['items of all types', [1, null, true, { a: 'b' }], undefined, '{"code":200,"success":true,"data":[1,null,true,{"a":"b"}]}'],
  ];
  for (const [name, items, time, text] of lists) {
    it(`writes a list of ${name}`, async () => {
      expect(await listText(items, time)).to.equal(text);
    });
  }

  it('writes a streamed list like a whole one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(wireValues), async (items) => {
        expect(await listText(items, 0.25)).to.equal(
          jsonCodec.encode({ code: 200, success: true, data: items, time: 0.25 }, 'x'),
        );
      }),
    );
  });

  it('writes streamed lists within records like whole ones', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(nestingRecords), async (records) => {
        const whole = jsonCodec.encode({ code: 200, success: true, data: records.map(nestedWhole) }, 'x');
        expect(await listText(records.map(nestedInPieces))).to.equal(whole);
      }),
    );
  });

  it('reads a nested list only when it writes it, and ends it with the answer', async () => {
    const nested = [1, 2, 3].map(() => new ObservedList(Array<string>(100).fill('x'.repeat(1000))));
    const records = nested.map((items) => {
      const record = WireRecord.of({ id: 1 });
      record.stream('nested', items);
      return record;
    });
    const pieces = jsonCodec.encodePieces({ code: 200, success: true }, { items: new ObservedList(records) }, () => ({}), 'x');
    await pieces.next();
    expect(nested.map(({ read }) => read)).to.deep.equal([33, 0, 0]);
    await pieces.return(undefined);
    expect(nested.map(({ ended }) => ended)).to.deep.equal([true, false, false]);
  });

  it('round-trips any value through JSON.parse', () => {
    fc.assert(
      fc.property(wireValues, (data) => {
        const parsed = JSON.parse(jsonCodec.encode({ code: 200, success: true, data }, ''));
        expect(parsed.data ?? null).to.deep.equal(data === null ? null : JSON.parse(JSON.stringify(data)));
      }),
    );
  });
});

describe('a streamed list', () => {
  const records = Array.from({ length: 20_000 }, (_, id) => ({ id, hostname: `host-${id}.example.net` }));

  it('is sent in few chunks, and its items are read only when the next chunk needs them', async () => {
    const items = new ObservedList(records);
    const pieces = jsonCodec.encodePieces({ code: 200, success: true }, { items: items }, () => ({}), '');
    const first = await pieces.next();
    expect(String(first.value).length).to.be.within(32_768, 33_000);
    expect(items.read).to.be.below(1000);
    const rest = await collect(pieces);
    expect(rest).to.have.length.within(20, 40);
    expect(JSON.parse(first.value + rest.join('')).data).to.deep.equal(records);
  });

  it('requests the tail after the last item', async () => {
    const items = new ObservedList(records);
    const text = await collect(
      jsonCodec.encodePieces({ code: 200, success: true }, { items: items }, () => ({ time: items.read }), ''),
    );
    expect(JSON.parse(text.join('')).time).to.equal(20_000);
  });

  it('ends its source when the reader stops', async () => {
    const items = new ObservedList(records);
    for await (const piece of jsonCodec.encodePieces({ code: 200, success: true }, { items: items }, () => ({}), '')) {
      expect(piece).not.to.equal('');
      break;
    }
    expect(items.ended).to.equal(true);
  });

  it('rethrows an error of its source', async () => {
    const failing = (async function* () {
      yield 1;
      throw new Error('the database is gone');
    })();
    let message = '';
    await collect(jsonCodec.encodePieces({ code: 200, success: true }, { items: failing }, () => ({}), '')).catch(
      (error: Error) => {
        message = error.message;
      },
    );
    expect(message).to.equal('the database is gone');
  });
});
