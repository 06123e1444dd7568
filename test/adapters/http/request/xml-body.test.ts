import { expect } from 'chai';
import fc from 'fast-check';
import { xmlCodec } from '../../../../adapters/http/codec/xml.js';
import { readXmlBody } from '../../../../adapters/http/pipeline/request/xml-body.js';
import { rejectionOf } from '../support/refusals.js';

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
    ['<r><a><item0><b>1</b></item0><item1><b>2</b></item1></a></r>', { a: [{ b: '1' }, { b: '2' }] }],
    ['<r><a><item><b>1</b></item></a></r>', { a: [{ b: '1' }] }],
    ['<r><a><item><b>1</b></item><item><b>2</b></item></a></r>', { a: [{ b: '1' }, { b: '2' }] }],
    ['<r><a><item><b>1</b></item><c/></a></r>', { a: { item: { b: '1' }, c: '' } }],
    ['<r><custom_fields><item>1</item></custom_fields></r>', { custom_fields: { item: '1' } }],
    ['<r><custom_fields><x>1</x></custom_fields></r>', { custom_fields: { x: '1' } }],
    ['<r><a x="1">2</a></r>', { a: '2' }],
    ['<r>text<a>1</a>more<b>t<c/></b></r>', { a: '1', b: { c: '' } }],
    ['<r><a><![CDATA[<b>&]]></a><!-- no --></r>', { a: '<b>&' }],
    ['<r><_>1</_></r>', { _: '1' }],
    ['<r><a>&nbsp;</a></r>', { a: '\u00a0' }],
  ];
  for (const [body, parameters] of bodies) {
    it(`reads ${JSON.stringify(body)}`, async () => {
      expect(JSON.parse(JSON.stringify(await readXmlBody(body)))).to.deep.equal(parameters);
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
    it(`refuses ${JSON.stringify(body)}`, async () => {
      expect(await rejectionOf(readXmlBody(body))).to.equal('request.xml');
    });
  }

  it('treats the names of inherited members as ordinary names', async () => {
    const body = '<constructor><polluted>1</polluted></constructor>';
    for (const name of ['__proto__', 'constructor', 'toString', 'cdata', 'length']) {
      const parameters = await readXmlBody(`<r>${body.replaceAll('constructor', name)}<b><${name}>2</${name}></b></r>`);
      expect(Object.keys(parameters)).to.deep.equal([name, 'b']);
      expect(Object.entries(parameters[name] as object)).to.deep.equal([['polluted', '1']]);
      expect(Object.entries(parameters.b as object)).to.deep.equal([[name, '2']]);
      expect(Object.getPrototypeOf(parameters)).to.equal(null);
    }
    expect('polluted' in {}).to.equal(false);
  });

  const long = 'x'.repeat(1_000_000);
  const hostile: [name: string, body: string, refusal: string | undefined][] = [
    ['nested elements', `${'<a>'.repeat(140_000)}${'</a>'.repeat(140_000)}`, 'request.tooManyElements'],
    ['open elements', '<a>'.repeat(340_000), 'request.tooManyElements'],
    ['repeated elements', `<r>${'<a/>'.repeat(250_000)}</r>`, 'request.tooManyElements'],
    ['different elements', `<r>${Array.from({ length: 5000 }, (_, i) => `<a${i}/>`).join('')}</r>`, 'request.tooManyNames'],
    ['levels', `${'<a>'.repeat(66)}${'</a>'.repeat(66)}${' '.repeat(1_000_000)}`, 'request.xml'],
    ['references', `<r><a>${'&amp;'.repeat(200_000)}</a></r>`, undefined],
    ['attributes', `<r ${Array.from({ length: 80_000 }, (_, i) => `a${i}=""`).join(' ')}><a>1</a></r>`, undefined],
    ['one long text', `<r><a>${long}</a></r>`, undefined],
    ['one long name', `<${long}/>`, 'request.xml'],
    ['comments', `<r>${'<!---->'.repeat(140_000)}</r>`, undefined],
    ['open brackets', '<'.repeat(1_000_000), 'request.tooManyElements'],
    ['ampersands', `<r>${'&'.repeat(1_000_000)}</r>`, 'request.xml'],
  ];
  for (const [name, body, refusal] of hostile) {
    it(`${refusal ? 'refuses' : 'reads'} a megabyte of ${name}, and yields to the event loop`, async () => {
      let turns = 0;
      const counting = setInterval(() => turns++);
      expect(await rejectionOf(readXmlBody(body))).to.equal(refusal);
      clearInterval(counting);
      if (!refusal) expect(turns).to.be.above(1);
    });
  }

  it('parses a body in chunks as in one piece', async () => {
    const filling = `<!--${'x'.repeat(10_000)}-->`;
    for (const [body, parameters] of bodies.filter(([text]) => text.includes('</r>'))) {
      const long = body.replace('</r>', `${filling}</r>${filling}`);
      expect(JSON.parse(JSON.stringify(await readXmlBody(long))), body).to.deep.equal(parameters);
    }
    for (const body of refused) expect(await rejectionOf(readXmlBody(body + filling)), body).to.equal('request.xml');
  });

  it('accepts 10,000 elements of 1,000 names', async () => {
    const elements = Array.from({ length: 9999 }, (_, i) => `<a${i % 1000}/>`).join('');
    expect(Object.keys(await readXmlBody(`<r>${elements}</r>`))).to.have.length(1000);
    expect(await rejectionOf(readXmlBody(`<r>${elements}<a0/></r>`))).to.equal('request.tooManyElements');
    expect(await rejectionOf(readXmlBody(`<r>${elements.slice(5)}<b/></r>`))).to.equal('request.tooManyNames');
  });

  it('throws only request errors', async () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('<', '</', '>', '/>', '<a>', '</a>', '&', ';', '<?', '?>', '<!--', '-->', '<![CDATA[', ']]>'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece), async (pieces) => {
        await rejectionOf(readXmlBody(pieces.join('')));
        await rejectionOf(readXmlBody(`<r>${pieces.join('')}</r>`));
      }),
      { numRuns: 1000 },
    );
  });

  it('reads the records that the service writes', async () => {
    const name = fc.stringMatching(/^[a-zA-Z_]\w{0,10}$/);
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, fc.string({ unit: 'grapheme' })), async (record) => {
        const parameters = await readXmlBody(xmlCodec.encode({ code: 200, success: true, data: record }, 'sections'));
        expect(Object.entries(parameters.data ?? {})).to.deep.equal(Object.entries(record));
      }),
    );
  });
});
