import { expect } from 'chai';
import fc from 'fast-check';
import { readApiPath, readRequestTarget } from '../../../../adapters/http/pipeline/request/target.js';
import { processorTime } from '../../../support/processes/processor-time.js';
import { expectRequestError, requestErrorOf } from '../support/refusals.js';

describe('request targets', () => {
  const targets: [target: string, segments: string[], query: string][] = [
    ['/', [], ''],
    ['', [], ''],
    ['/api/main/sections/1/', ['api', 'main', 'sections', '1'], ''],
    ['//api/main//sections//1//', ['api', 'main', 'sections', '1'], ''],
    ['/api/main/subnets/cidr/10.10.1.0%2F24/', ['api', 'main', 'subnets', 'cidr', '10.10.1.0/24'], ''],
    ['/api/main/../x/./%2e%2E/', ['api', 'main', '..', 'x', '.', '..'], ''],
    ['/api/a%20b/%C3%A9/?x=%ZZ', ['api', 'a b', 'é'], 'x=%ZZ'],
    ['/api?a=b?c=d&e=/f', ['api'], 'a=b?c=d&e=/f'],
    ['/api/?', ['api'], ''],
    ['?a=b', [], 'a=b'],
    ['/a+b/%2b', ['a+b', '+'], ''],
    ['/api/main/subnets/0/', ['api', 'main', 'subnets', '0'], ''],
    ['/\u00c3\u00a9?\u00c3\u00a9', ['é'], '%c3%a9'],
    ['http://host:8080/api/main/?q=1', ['api', 'main'], 'q=1'],
    ['HTTPS://host', [], ''],
    ['/http://x', ['http:', 'x'], ''],
    ['*', ['*'], ''],
  ];
  for (const [target, segments, query] of targets) {
    it(`reads ${JSON.stringify(target)}`, () => {
      expect(readRequestTarget(target)).to.deep.equal({ segments, query });
    });
  }

  for (const target of [
    '/%',
    '/%2',
    '/%zz',
    '/%c3',
    '/%c3%28',
    '/%ed%a0%80',
    '/%00',
    '/a%0Ab',
    '/%7f',
    '/%c2%85',
    '/\u00e9',
    '/\u0100',
    '/a\tb',
    '/\u0000',
  ]) {
    it(`refuses the path ${JSON.stringify(target)}`, () => {
      expectRequestError(() => readRequestTarget(target), 'request.malformedPath');
    });
  }

  it('accepts 64 segments, and refuses one more', () => {
    expect(readRequestTarget('/a'.repeat(64)).segments).to.have.length(64);
    expectRequestError(() => readRequestTarget('/a'.repeat(65)), 'request.malformedPath');
  });

  it('accepts 100,000 slashes, and refuses as many segments, in linear time', () => {
    const started = processorTime();
    expect(readRequestTarget('/'.repeat(100_000)).segments).to.deep.equal([]);
    expect(readRequestTarget(`${'/'.repeat(100_000)}api`).segments).to.deep.equal(['api']);
    expectRequestError(() => readRequestTarget('/a'.repeat(100_000)), 'request.malformedPath');
    expect(readRequestTarget('%20'.repeat(100_000)).segments[0]).to.have.length(100_000);
    expect(processorTime() - started).to.be.below(1000);
  });

  it('throws only request errors', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('/', '%', '%2f', '?', '//', 'api', '%e0%a4%a', '\ud800'),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        requestErrorOf(() => readApiPath(readRequestTarget(pieces.join('')).segments));
      }),
      { numRuns: 1000 },
    );
  });

  it('round-trips any encoded segments, with any number of slashes between them', () => {
    const segment = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/\p{Cc}/u.test(text));
    fc.assert(
      fc.property(fc.array(segment), fc.nat({ max: 5 }), (segments, slashes) => {
        const target = segments.map((text) => `/${'/'.repeat(slashes)}${encodeURIComponent(text)}`).join('');
        expect(readRequestTarget(target).segments).to.deep.equal(segments);
      }),
    );
  });
});

describe('API paths', () => {
  const paths: [path: string, app: string | undefined, controller: string | undefined, ids: string[]][] = [
    ['/api/', undefined, undefined, []],
    ['/api/index.php', undefined, undefined, []],
    ['/api/main', 'main', undefined, []],
    ['/api/main/Sections', 'main', 'Sections', []],
    ['/1.5/api/main/subnets/3/first_subnet/30/foo/bar', 'main', 'subnets', ['3', 'first_subnet', '30', 'foo', 'bar']],
    ['/v2/api/main/user', 'main', 'user', []],
    ['/1/api/api/api/api', 'api', 'api', ['api']],
    ['/api/1.5/vlan/', '1.5', 'vlan', []],
  ];
  for (const [path, app, controller, ids] of paths) {
    it(`reads ${path}`, () => {
      expect(readApiPath(readRequestTarget(path).segments)).to.deep.equal({ app, controller, ids });
    });
  }

  for (const path of [
    '/',
    '/healthz',
    '/API/main',
    '/x/api/main',
    '/1.5/',
    '/1.5./api/',
    '/v/api/',
    '/1.5/1.5/api/',
    '/v1.5x/api',
  ]) {
    it(`finds no API in ${path}`, () => {
      expect(readApiPath(readRequestTarget(path).segments)).to.equal(undefined);
    });
  }
});
