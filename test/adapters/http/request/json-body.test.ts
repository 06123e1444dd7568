import { expect } from 'chai';
import fc from 'fast-check';
import { readJsonBody } from '../../../../adapters/http/wire/parameters.js';
import { expectRequestError, requestErrorOf } from '../support/refusals.js';

describe('JSON bodies', () => {
  const bodies: [body: string, parameters: object][] = [
    ['', {}],
    [' \r\n', {}],
    ['{}', {}],
    ['[]', {}],
    ['{"name":"x","n":1,"b":true,"none":null}', { name: 'x', n: 1, b: true, none: null }],
    ['["a",{"b":1}]', { 0: 'a', 1: { b: 1 } }],
    ['{"a":1,"a":2}', { a: 2 }],
    ['{"custom_fields":{"a":[1,2]}}', { custom_fields: { a: [1, 2] } }],
    ['{"e":"\\u00e9\\ud83d\\ude00"}', { e: 'é😀' }],
  ];
  for (const [body, parameters] of bodies) {
    it(`reads ${JSON.stringify(body)}`, () => {
      expect(JSON.parse(JSON.stringify(readJsonBody(body)))).to.deep.equal(parameters);
    });
  }

  for (const body of ['{"name":', '{', '[', "{'a':1}", '{"a":1}x', 'name=x', '{"a":01}', '\u0000']) {
    it(`refuses ${JSON.stringify(body)} as bad syntax`, () => {
      expectRequestError(() => readJsonBody(body), 'request.json', { problem: 'Syntax error' });
    });
  }

  for (const body of ['"abc"', '1', 'true', 'null']) {
    it(`refuses ${body}, which is not an object`, () => {
      expectRequestError(() => readJsonBody(body), 'request.json', { problem: 'No error' });
    });
  }

  for (const body of ['{"a":"\\ud800"}', '{"\\udfff":1}', '[["\\ud83d "]]']) {
    it(`refuses half of a surrogate pair in ${body}`, () => {
      expectRequestError(() => readJsonBody(body), 'request.encoding');
    });
  }

  it('refuses deep nesting, without a crash', () => {
    const tooDeep = { problem: 'Maximum stack depth exceeded' };
    expectRequestError(() => readJsonBody(`${'['.repeat(65)}${']'.repeat(65)}`), 'request.json', tooDeep);
    expect(requestErrorOf(() => readJsonBody(`${'['.repeat(64)}${']'.repeat(64)}`))).to.equal(undefined);
    expectRequestError(() => readJsonBody(`${'['.repeat(500_000)}${']'.repeat(500_000)}`), 'request.json');
    expectRequestError(() => readJsonBody('{"a":'.repeat(150_000)), 'request.json');
    expectRequestError(() => readJsonBody(`${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`), 'request.json');
  });

  it('accepts 10,000 elements of 1,000 names, and refuses more', () => {
    const list = (count: number, item = '"a,[{"'): string => `[${Array(count).fill(item).join(',')}]`;
    expect(requestErrorOf(() => readJsonBody(list(10_000)))).to.equal(undefined);
    expectRequestError(() => readJsonBody(list(10_001)), 'request.tooManyElements', { max: 10_000 });
    expectRequestError(() => readJsonBody(list(3400, '{"a":[]}')), 'request.tooManyElements');
    const members = (count: number): string => Array.from({ length: count }, (_, i) => `"a${i}":1`).join(',');
    expect(requestErrorOf(() => readJsonBody(`[{${members(1000)}},{${members(1000)}}]`))).to.equal(undefined);
    expectRequestError(() => readJsonBody(`{${members(1001)}}`), 'request.tooManyNames', { max: 1000 });
    expectRequestError(() => readJsonBody(`[{${members(1000)}},{"\\u0062":1}]`), 'request.tooManyNames');
  });

  it('counts no elements within texts, also with escapes', () => {
    for (const text of [',', '\\"', '\\\\', '[{']) {
      const body = `["${text.repeat(20_000)}"]`;
      expect(
        requestErrorOf(() => readJsonBody(body)),
        text,
      ).to.equal(undefined);
    }
  });

  it('treats __proto__ as an ordinary name, at any depth', () => {
    const parameters = readJsonBody('{"__proto__":{"polluted":1},"a":{"__proto__":{"polluted":1},"constructor":2}}');
    expect(Object.keys(parameters)).to.deep.equal(['__proto__', 'a']);
    expect(Object.getPrototypeOf(parameters.a)).to.equal(null);
    expect(Object.keys(parameters.a as object)).to.deep.equal(['__proto__', 'constructor']);
    expect('polluted' in {}).to.equal(false);
  });

  it('round-trips any object', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 })), (body) => {
        expect(JSON.stringify(readJsonBody(JSON.stringify(body)))).to.equal(JSON.stringify(body));
      }),
    );
  });
});
