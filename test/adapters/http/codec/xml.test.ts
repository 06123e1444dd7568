import { expect } from 'chai';
import fc from 'fast-check';
import { parseStringPromise } from 'xml2js';
import { xmlCodec, xmlName, xmlText } from '../../../../adapters/http/codec/xml.js';
import type { WireValue } from '../../../../adapters/http/wire/wire-value.js';
import { nestedInPieces, nestedWhole, nestingRecords, wireValues } from '../support/lists.js';
import { testListsByName, writtenList } from './lists-by-name.js';

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
/** Parses a document. A dot before each name avoids inherited members of the parser's objects. */
const parseMarked = (text: string) =>
  parseStringPromise(text, { explicitArray: false, charkey: '#', tagNameProcessors: [(name: string) => `.${name}`] });

const listText = (items: Iterable<WireValue>, time?: number) => writtenList(xmlCodec, items, 'nat', time);

describe('XML codec', () => {
  testListsByName(xmlCodec);

  it('writes a refusal as the reference does', () => {
    const text = xmlCodec.encode({ code: 404, success: false, message: 'Section does not exist', time: 0.001 }, 'sections');
    expect(text).to.equal(
      `${declaration}<sections><code>404</code><success/><message>Section does not exist</message><time>0.001</time></sections>\n`,
    );
  });

  it('writes a record with links as the reference does', () => {
    const links = [{ rel: 'self', href: '/api/links/sections/1/', methods: ['GET', 'POST'] }];
    const data = {
      id: 1,
      permissions: '{"3":"1","2":"2"}',
      order: null,
      DNS: '',
      'IP address': '/',
      'Subnet Class': false,
      pool: true,
      links,
    };
    expect(xmlCodec.encode({ code: 200, success: true, data, time: 0 }, 'sections')).to.equal(
      `${declaration}<sections><code>200</code><success>1</success><data><id>1</id><permissions>{"3":"1","2":"2"}</permissions>` +
        '<order/><DNS/><IP_address>/</IP_address><Subnet_Class/><pool>1</pool><links><item0><rel>self</rel>' +
        '<href>/api/links/sections/1/</href><methods><item0>GET</item0><item1>POST</item1></methods></item0></links></data>' +
        '<time>0</time></sections>\n',
    );
  });

  const lists: [name: string, items: WireValue[], time: number | undefined, inside: string][] = [
    ['no item', [], undefined, '<data/>'],
    ['texts', ['10.0.0.0/24', 'a&b'], 0, '<data><item0>10.0.0.0/24</item0><item1>a&amp;b</item1></data><time>0</time>'],
    ['empty items', [null, {}, [], ''], undefined, '<data><item0/><item1/><item2/><item3/></data>'],
  ];
  for (const [name, items, time, inside] of lists) {
    it(`writes a list of ${name}`, async () => {
      expect(await listText(items, time)).to.equal(`${declaration}<nat><code>200</code><success>1</success>${inside}</nat>\n`);
    });
  }

  it('writes a streamed list like a whole one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(wireValues), async (items) => {
        expect(await listText(items, 0.25)).to.equal(
          xmlCodec.encode({ code: 200, success: true, data: items, time: 0.25 }, 'nat'),
        );
      }),
    );
  });

  it('writes streamed lists within records like whole ones', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(nestingRecords), async (records) => {
        const whole = xmlCodec.encode({ code: 200, success: true, data: records.map(nestedWhole) }, 'nat');
        expect(await listText(records.map(nestedInPieces))).to.equal(whole);
      }),
    );
  });
});

describe('XML names', () => {
  const names: [name: string, element: string][] = [
    ['sections', 'sections'],
    ['0', 'item0'],
    ['12', 'item12'],
    ['Subnet netmask', 'Subnet_netmask'],
    ['custom_größe', 'custom_größe'],
    ['2fa', '_2fa'],
    ['-a', '_-a'],
    ['a.b-c_d', 'a.b-c_d'],
    ['ns:name', 'ns_name'],
    ['Host address (uncompressed)', 'Host_address__uncompressed_'],
    ['../controllers/User', '_../controllers/User'.replaceAll('/', '_')],
    ['<x>', '_x_'],
    ['a\n', 'a_'],
    ['\u{1f600}', '_'],
    ['\ud800', '_'],
    ['', '_'],
  ];
  for (const [name, element] of names) {
    it(`writes ${JSON.stringify(name)} as ${element}`, () => {
      expect(xmlName(name)).to.equal(element);
    });
  }

  it('turns any text into a name that parsers accept', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (name) => {
        const parsed = await parseMarked(xmlCodec.encode({ code: 200, success: true, data: { [name]: 'v' } }, name));
        expect(Object.keys(parsed)).to.deep.equal([`.${xmlName(name)}`]);
        expect(parsed[`.${xmlName(name)}`]['.data']).to.deep.equal({ [`.${xmlName(name)}`]: 'v' });
      }),
      { numRuns: 500 },
    );
  });
});

describe('XML texts', () => {
  const texts: [text: string, content: string][] = [
    ['a & b < c > d', 'a &amp; b &lt; c &gt; d'],
    [']]>', ']]&gt;'],
    ['"quoted" \'too\'', '"quoted" \'too\''],
    ['tab\tline\nreturn\r', 'tab\tline\nreturn&#13;'],
    ['\u0000a\u001bb\u0008', 'ab'],
    ['\ufffe\uffff\ufffd', '\ufffd'],
    ['half \ud83d pair \u{1f600}', 'half  pair \u{1f600}'],
    ['\u007f\u0085', '\u007f\u0085'],
  ];
  for (const [text, content] of texts) {
    it(`writes ${JSON.stringify(text)} as ${JSON.stringify(content)}`, () => {
      expect(xmlText(text)).to.equal(content);
    });
  }

  it('round-trip through a parser, except characters that XML cannot carry', async () => {
    const carried = fc
      .string({ unit: 'binary' })
      .map((text) => text.replace(/[^\t\n\r -\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, ''));
    await fc.assert(
      fc.asyncProperty(fc.array(carried, { minLength: 1 }), async (data) => {
        const parsed = await parseMarked(xmlCodec.encode({ code: 200, success: true, data }, 'x'));
        expect(data.map((_, i) => parsed['.x']['.data'][`.item${i}`])).to.deep.equal(data);
      }),
      { numRuns: 500 },
    );
  });

  it('are part of well-formed answers, whatever the data', async () => {
    await fc.assert(
      fc.asyncProperty(wireValues, async (data) => {
        const parsed = await parseMarked(xmlCodec.encode({ code: 200, success: true, data }, 'x'));
        expect(parsed['.x']['.code']).to.equal('200');
      }),
      { numRuns: 300 },
    );
  });
});
