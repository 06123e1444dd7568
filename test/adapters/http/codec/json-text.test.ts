import { expect } from 'chai';
import fc from 'fast-check';
import { jsonText } from '../../../../adapters/http/codec/json-text.js';
import { WireRecord } from '../../../../adapters/http/wire/wire-value.js';
import { wireValues, withRecords } from '../support/lists.js';

describe('values as JSON', () => {
  const mixed = {
    id: 9,
    zero: 0,
    mask: '24',
    note: null,
    usage: { used: 2, Used_percent: 0.78 },
    tags: [1, 'a', { n: 2 }],
    flag: false,
  };
  const asText =
    '{"id":"9","zero":"0","mask":"24","note":null,"usage":{"used":"2","Used_percent":0.78},"tags":["1","a",{"n":"2"}],"flag":false}';

  it('print numbers as text on request, except percents, and leave other values unchanged', () => {
    expect(jsonText(mixed, 'text')).to.equal(asText);
    expect(jsonText(withRecords(mixed), 'text')).to.equal(asText);
  });

  it('with native numbers equal the output of JSON.stringify', () => {
    fc.assert(
      fc.property(wireValues, (value) => {
        expect(jsonText(value, 'native')).to.equal(JSON.stringify(value));
      }),
    );
  });

  it('are the same whether objects are records or plain', () => {
    fc.assert(
      fc.property(wireValues, fc.constantFrom('text', 'native'), (value, numbers) => {
        expect(jsonText(withRecords(value), numbers)).to.equal(jsonText(value, numbers));
      }),
    );
  });

  it('print each number as text exactly as JSON prints it', () => {
    fc.assert(
      fc.property(wireValues, (value) => {
        const expected = JSON.parse(JSON.stringify(value), (name, member) =>
          typeof member === 'number' && !name.endsWith('_percent') ? JSON.stringify(member) : member,
        );
        expect(JSON.parse(jsonText(value, 'text'))).to.deep.equal(expected);
      }),
    );
  });

  it('escape only characters that JSON requires to escape', () => {
    for (const text of ['', 'plain', 'é€😀', 'a"b', 'a\\b', 'a\nb', '\u0000', '\u001f', '\u007f', '\u2028', '\ud800', 'x\udc00y'])
      expect(jsonText(WireRecord.of({ [text]: text }), 'native')).to.equal(JSON.stringify({ [text]: text }));
  });
});
