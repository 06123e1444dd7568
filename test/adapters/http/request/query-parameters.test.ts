import { expect } from 'chai';
import fc from 'fast-check';
import { mergeParameters, noParameters, readQueryParameters } from '../../../../adapters/http/wire/parameters.js';
import { processorTime } from '../../../support/processes/processor-time.js';
import { expectRequestError, requestErrorOf } from '../support/refusals.js';

const read = (text: string) => JSON.parse(JSON.stringify(readQueryParameters(text)));

describe('query parameters', () => {
  const queries: [query: string, parameters: object][] = [
    ['', {}],
    ['&&', {}],
    ['a=b&c=d', { a: 'b', c: 'd' }],
    ['a', { a: '' }],
    ['a=', { a: '' }],
    ['=a', { '': 'a' }],
    ['a=b=c', { a: 'b=c' }],
    ['a=1&a=2', { a: '2' }],
    ['description=by+form%20%2B', { description: 'by form +' }],
    ['n%C3%A4me=%E2%82%AC', { näme: '€' }],
    ['name=é', { name: 'é' }],
    ['a[b]=c&a[d]=e', { a: { b: 'c', d: 'e' } }],
    ['a%5Bb%5D=c', { a: { b: 'c' } }],
    ['a[]=1&a[]=2', { a: ['1', '2'] }],
    ['a[b]=c&a=1', { a: '1' }],
    ['a=1&a[b]=c', { a: { b: 'c' } }],
    ['a[]=1&a[b]=c', { a: { b: 'c' } }],
    ['a[b]=c&a[]=1', { a: ['1'] }],
    ['a[b][c]=d', { 'a[b][c]': 'd' }],
    ['[a]=b&a]=1&a[=2', { '[a]': 'b', 'a]': '1', 'a[': '2' }],
    ['3=2&2=1', { 3: '2', 2: '1' }],
    ['{"name":"NoCtype"}', { '{"name":"NoCtype"}': '' }],
    ['{"list":["a","b"]}', { '{"list":["a","b"]}': '' }],
    ['["a","b"]', { '["a","b"]': '' }],
  ];
  for (const [query, parameters] of queries) {
    it(`reads ${JSON.stringify(query)}`, () => {
      expect(read(query)).to.deep.equal(parameters);
    });
  }

  for (const query of ['a=%', '%=a', 'a=%zz', 'a=%c3%28', 'a[%]=b', 'a=100%&b=c', 'a=%ed%a0%80']) {
    it(`refuses ${query}`, () => {
      expectRequestError(() => readQueryParameters(query), 'request.encoding');
    });
  }

  it('treats the names of inherited members as ordinary names', () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const parameters = readQueryParameters(`${name}=a&${name}[polluted]=yes&b[${name}]=c&${name}[${name}]=d`);
      expect(Object.getPrototypeOf(parameters)).to.equal(null);
      expect(Object.keys(parameters)).to.deep.equal([name, 'b']);
      expect(Object.keys(parameters[name] as object)).to.deep.equal(['polluted', name]);
      expect(Object.getPrototypeOf(parameters.b)).to.equal(null);
    }
    expect(Object.hasOwn(Object.prototype, 'polluted')).to.equal(false);
  });

  it('round-trips any encoded parameters', () => {
    const text = fc.string({ unit: 'grapheme' });
    const name = text.filter((value) => !value.includes('['));
    fc.assert(
      fc.property(fc.dictionary(name, text), (parameters) => {
        const query = Object.entries(parameters).map((pair) => pair.map(encodeURIComponent).join('='));
        const pairs = Object.entries(parameters).filter(([key, value]) => key !== '' || value !== '' || query.includes('='));
        expect(Object.entries(readQueryParameters(query.join('&'))).sort()).to.deep.equal(pairs.sort());
        expect(Object.entries(readQueryParameters(new URLSearchParams(parameters).toString())).sort()).to.deep.equal(
          pairs.sort(),
        );
      }),
    );
  });

  for (const [form, nested] of [
    ['parameters', 'a&'],
    ['items of a parameter', 'a[]=1&'],
  ] as const) {
    it(`accepts ${form} up to the limit, and refuses more before decoding them`, () => {
      expect(() => readQueryParameters(nested.repeat(5), 5)).not.to.throw();
      const tooMany = requestErrorOf(() => readQueryParameters(`%zz&${nested.repeat(5)}`, 5));
      expect(tooMany).to.include({ code: 'request.tooManyElements' }).and.to.have.nested.property('details.max', 5);
    });
  }

  it('throws only request errors', () => {
    const piece = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('&', '=', '[', ']', '%', '%41', '+', '__proto__'));
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        requestErrorOf(() => readQueryParameters(pieces.join('')));
      }),
      { numRuns: 1000 },
    );
  });

  for (const hostile of ['&', '=', 'a&', '[', 'a[]=1&', '+', '%20', 'a[b', ']']) {
    it(`reads a megabyte of ${hostile} quickly`, () => {
      const started = processorTime();
      requestErrorOf(() => readQueryParameters(hostile.repeat(1_000_000 / hostile.length)));
      expect(processorTime() - started).to.be.below(2000);
    });
  }
});

describe('merged parameters', () => {
  it('let the later source win, name by name', () => {
    const merged = mergeParameters(readQueryParameters('a=1&b=1'), readQueryParameters('b=2&__proto__=x'), noParameters());
    expect(Object.entries(merged)).to.deep.equal([
      ['a', '1'],
      ['b', '2'],
      ['__proto__', 'x'],
    ]);
    expect(Object.getPrototypeOf(merged)).to.equal(null);
  });
});
