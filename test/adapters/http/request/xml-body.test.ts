import { expect } from 'chai';
import fc from 'fast-check';
import { xmlCodec } from '../../../../adapters/http/codec/xml.js';
import { readXmlBody } from '../../../../adapters/http/request/xml-body.js';
import { processorTime } from '../../../support/processor-time.js';
import { expectRequestError, requestErrorOf } from '../support/refusals.js';

describe('XML bodies', () => {
  const bodies: [body: string, parameters: object][] = [
    ['', {}],
    ['\n', {}],
    ['<r/>', {}],
    ['<r>\n</r>', {}],
    ['<r><name>x</name><n>1</n></r>', { name: 'x', n: '1' }],
    ['<?xml version="1.0" encoding="UTF-8"?>\n<r>\n <name>a &amp; b &#233;</name>\n</r>\n', { name: 'a & b é' }],
    ['<r><a/><b></b><c> </c></r>', { a: '', b: '', c: ' ' }],
    ['<r><a>1</a><a>2</a><a/></r>', { a: ['1', '2', ''] }],
    ['<r><custom_fields><x>1</x></custom_fields></r>', { custom_fields: { x: '1' } }],
    ['<r><a x="1">2</a></r>', { a: '2' }],
    ['<r>text<a>1</a>more<b>t<c/></b></r>', { a: '1', b: { c: '' } }],
    ['<r><a><![CDATA[<b>&]]></a><!-- no --></r>', { a: '<b>&' }],
    ['<r><_>1</_></r>', { _: '1' }],
    ['<r><a>&nbsp;</a></r>', { a: '\u00a0' }],
  ];
  for (const [body, parameters] of bodies) {
    it(`reads ${JSON.stringify(body)}`, () => {
      expect(JSON.parse(JSON.stringify(readXmlBody(body)))).to.deep.equal(parameters);
    });
  }

  const refused = [
    'name=x',
    '{"a":1}',
    '<r>',
    '<r><a></r>',
    '<r/><r/>',
    '<r>text</r>',
    '<r>&unknown;</r>',
    '<r a=1/>',
    '<1/>',
    '<r><a>1</a></r>x',
    '<!DOCTYPE r><r/>',
    '<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><r><x>&b;</x></r>',
    '<!DOCTYPE r SYSTEM "file:///etc/passwd"><r/>',
    '<!doctype r><r/>',
    '<r><!ENTITY a "x"></r>',
    '<?xml version="1.0"?>',
  ];
  for (const body of refused) {
    it(`refuses ${JSON.stringify(body)}`, () => {
      expectRequestError(() => readXmlBody(body), 'request.xml');
    });
  }

  it('takes the names of inherited members for ordinary names', () => {
    const body = '<constructor><polluted>1</polluted></constructor>';
    for (const name of ['__proto__', 'constructor', 'toString', 'cdata', 'length']) {
      const parameters = readXmlBody(`<r>${body.replaceAll('constructor', name)}<b><${name}>2</${name}></b></r>`);
      expect(Object.keys(parameters)).to.deep.equal([name, 'b']);
      expect(Object.entries(parameters[name] as object)).to.deep.equal([['polluted', '1']]);
      expect(Object.entries(parameters.b as object)).to.deep.equal([[name, '2']]);
      expect(Object.getPrototypeOf(parameters)).to.equal(null);
    }
    expect('polluted' in {}).to.equal(false);
  });

  const hostile: [name: string, body: string][] = [
    ['nested elements', `${'<a>'.repeat(140_000)}${'</a>'.repeat(140_000)}`],
    ['open elements', '<a>'.repeat(340_000)],
    ['repeated elements', `<r>${'<a/>'.repeat(250_000)}</r>`],
    ['different elements', `<r>${Array.from({ length: 60_000 }, (_, i) => `<a${i}/>`).join('')}</r>`],
    ['references', `<r><a>${'&amp;'.repeat(200_000)}</a></r>`],
    ['attributes', `<r ${Array.from({ length: 80_000 }, (_, i) => `a${i}=""`).join(' ')}><a>1</a></r>`],
    ['one long text', `<r><a>${'x'.repeat(1_000_000)}</a></r>`],
    ['one long name', `<${'x'.repeat(1_000_000)}/>`],
    ['comments', `<r>${'<!---->'.repeat(140_000)}</r>`],
    ['open brackets', '<'.repeat(1_000_000)],
    ['ampersands', `<r>${'&'.repeat(1_000_000)}</r>`],
  ];
  for (const [name, body] of hostile) {
    it(`reads or refuses a megabyte of ${name} quickly`, () => {
      const started = processorTime();
      requestErrorOf(() => readXmlBody(body));
      expect(processorTime() - started).to.be.below(2500);
    });
  }

  it('throws nothing but request errors', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('<', '</', '>', '/>', '<a>', '</a>', '&', ';', '<?', '?>', '<!--', '-->', '<![CDATA[', ']]>'),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        requestErrorOf(() => readXmlBody(pieces.join('')));
        requestErrorOf(() => readXmlBody(`<r>${pieces.join('')}</r>`));
      }),
      { numRuns: 1000 },
    );
  });

  it('reads the records that the service writes', () => {
    const name = fc.stringMatching(/^[a-zA-Z_]\w{0,10}$/);
    fc.assert(
      fc.property(fc.dictionary(name, fc.string({ unit: 'grapheme' })), (record) => {
        const parameters = readXmlBody(xmlCodec.encode({ code: 200, success: true, data: record }, 'sections'));
        expect(Object.entries(parameters.data ?? {})).to.deep.equal(Object.entries(record));
      }),
    );
  });
});
