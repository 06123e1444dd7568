import { expect } from 'chai';
import fc from 'fast-check';
import { compilePattern, RequestPatterns } from '../../../../adapters/http/wire/pattern.js';
import { processorTime } from '../../../support/processes/processor-time.js';
import { expectRequestError, requestErrorOf } from '../support/refusals.js';

describe('regular expressions of filters', () => {
  const samples: [expression: string, matching: string[], other: string[]][] = [
    ['/^C.*s$/', ['Customers', 'Cs'], ['customers', 'Customers ']],
    ['/ipv6/i', ['IPv6', 'an IPV6 net'], ['IPv4']],
    ['#a/b#', ['a/b'], ['ab']],
    ['~^10\\.~', ['10.1'], ['101']],
    ['/a\\/b/', ['a/b'], ['ab']],
    ['{^a{2}$}', ['aa'], ['a', 'aaa']],
    ['(^(?:a|b)$)', ['a', 'b'], ['ab']],
    ['[[a-c]$]', ['xc'], ['xd']],
    ['<a>', ['cat'], ['dog']],
    ['  /a/ ', ['a'], ['b']],
    ['/a/\n', ['a'], ['b']],
    ['/a.b/', ['a-b'], ['a\nb']],
    ['/a.b/s', ['a\nb'], ['ab']],
    ['/^b$/', ['b'], ['a\nb']],
    ['/^b$/m', ['a\nb\nc'], ['ab']],
    ['/b/A', ['b', 'bc'], ['ab']],
    ['/a b # comment/x', ['ab'], ['a b']],
    ['/a\\ b [ #] c/x', ['a b c', 'a b#c'], ['abc']],
    ['/[ ]/x', [' '], ['']],
    ['/é+/u', ['éé'], ['e']],
    ['/^.$/u', ['😀'], ['ab']],
    ['/[[:digit:]]{2}/', ['a12'], ['1']],
    ['/\\x{e9}|\\d{1,3}/', ['é', '7'], ['x']],
    ['/(?<name>a)|b/U', ['a', 'b'], ['c']],
    ['//', ['', 'anything'], []],
    ['/\\\\/', ['\\'], ['/']],
  ];
  for (const [expression, matching, other] of samples) {
    it(`runs ${JSON.stringify(expression)}`, () => {
      const test = compilePattern(expression);
      expect([...matching, ...other].filter(test)).to.deep.equal(matching);
    });
  }

  const refused = [
    '',
    ' ',
    'IPv6',
    '/',
    '/(',
    '/(/',
    '/a',
    '/a\\/',
    'a/b/a',
    '1a1',
    '\\a\\',
    'éaé',
    '/a/e',
    '/a/iq',
    '/a/i/',
    '(a',
    '((a)',
    '/[/',
    '/*/',
    '/(a)\\1/',
    '/(?=a)/',
    '/(?<!a)b/',
    '/a++/',
    '/(?>a)/',
    '/(?R)/',
    '/a/constructor',
    `/${'a'.repeat(1000)}/`,
    '/\\Qa\\E/',
    '/a\\\\\\Qb/',
  ];
  for (const expression of refused) {
    it(`refuses ${JSON.stringify(expression.slice(0, 30))}`, () => {
      expectRequestError(() => compilePattern(expression), 'filter.regexInvalid');
    });
  }

  const excessive = [
    '/a{1000}a{1000}/',
    `/${'a{1000}'.repeat(140)}/`,
    '/((a{100}){100}){100}/',
    '/(((a?){10}){10}){10}(a|b){9}/',
    '/(a?b?){501}/',
    '/\\Q((a){30}){30}((a){30}){30}\\E/',
    `/${'(((a?){9}){9}){9}'.repeat(50)}/`,
    '/a{99999999999}/',
    `/${'('.repeat(1000 - 2 - 1)}\\d{9}/`,
    `/(?i)${'[!-\uffff]'.repeat(60)}/`,
    `/${'[!-\uffff]'.repeat(60)}/i`,
    `/${'[\\x{21}-\\x{ffff}]'.repeat(40)}/i`,
    `/${'[\\41-\\x{ffff}]'.repeat(40)}/i`,
    `/(?i)[${'\\-!-\uffff'.repeat(60)}]/`,
    `/(?s-m:(?si)[${'^-\\--\uffff'.repeat(60)}])/`,
    `/( ? i)${'[!-\uffff]'.repeat(60)}/x`,
  ];
  for (const expression of excessive) {
    it(`refuses the excessive ${expression.slice(0, 30)} at once`, () => {
      const started = processorTime();
      const code = requestErrorOf(() => compilePattern(expression))?.code;
      expect(code).to.be.oneOf(['filter.regexWork', 'filter.regexInvalid']);
      expect(processorTime() - started).to.be.below(500);
    });
  }

  const evil = [
    '/(a+)+$/',
    '/(a|aa)+$/',
    '/(a*)*b/',
    '/^(([a-z])+.)+[A-Z]([a-z])+$/',
    '/(.*)*x.*x.*x.*x/',
    '/(a?){200}a{200}/',
    '/([ab]*a[ab]{90}){2}c/',
    '/(.{0,40}a){4}\\b/i',
    '/\\b(\\w*\\w*)*\\b$/',
  ];
  for (const expression of evil) {
    it(`runs ${expression} over long texts in bounded time`, () => {
      const test = compilePattern(expression);
      const started = processorTime();
      for (const text of ['a'.repeat(5000), `${'ab'.repeat(2500)}!`, `${'a'.repeat(5000)}!`]) requestErrorOf(() => test(text));
      expect(processorTime() - started).to.be.below(3000);
    });
  }

  it('throws only request errors, and compiles any input quickly', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 3 }),
      fc.constantFrom(
        '(',
        ')',
        '[',
        ']',
        '{9}',
        '{99}',
        '{1,30}',
        '*',
        '+?',
        '\\',
        'a',
        '|',
        '[^',
        '(?:',
        '\\pL',
        '\\x{41}',
        '\\d',
        '.',
        '#',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.constantFrom('/', '#x', '/i', '/x', '/A'), (pieces, end) => {
        const started = processorTime();
        requestErrorOf(() => compilePattern(`${end.charAt(0)}${pieces.join('')}${end}`)('some text'));
        expect(processorTime() - started).to.be.below(500);
      }),
      { numRuns: 2000 },
    );
  });

  it('counts a class of Unicode as ten, since preparing it takes longer', () => {
    expect(compilePattern(`/${'\\p{L}'.repeat(99)}/`)('a'.repeat(99))).to.equal(true);
    expectRequestError(() => compilePattern(`/${'\\p{L}'.repeat(101)}/`), 'filter.regexWork');
    expectRequestError(() => compilePattern(`/[${'\\p{L}'.repeat(120)}]/`), 'filter.regexWork');
  });
});

describe('regular expressions under case folding', () => {
  const wide = '[!-\uffff]';

  it('cost a work unit for 250 code points of their ranges', () => {
    expect(compilePattern(`/${wide.repeat(3)}/i`)('abc')).to.equal(true);
    expectRequestError(() => compilePattern(`/${wide.repeat(4)}/i`), 'filter.regexWork');
    expectRequestError(() => compilePattern(`/[${'!-\uffff'.repeat(4)}]/i`), 'filter.regexWork');
  });

  it('count only ranges: letters, negated classes and ranges without folding cost little', () => {
    for (const light of [
      `/${'[^a]'.repeat(200)}|x/i`,
      `/${wide.repeat(190)}|x/`,
      '/[A-Za-z0-9._-]+x|x/i',
      `/[${'aé'.repeat(400)}x]/i`,
    ])
      expect(compilePattern(light)('x'), light.slice(0, 20)).to.equal(true);
  });
});

describe('regular expressions of conditions', () => {
  const compile = (pattern: string) => new RequestPatterns().compile(pattern, 'hostname');

  it('need no delimiters', () => {
    expect(['web-7', 'web', '/web-7/'].filter(compile('^web-\\d+$'))).to.deep.equal(['web-7']);
  });

  it('are refused with the name of their field when they cannot be run', () => {
    for (const pattern of ['(', '(a)\\1', 'a++', 'a'.repeat(1001)])
      expectRequestError(() => compile(pattern), 'list.regexInvalid', { field: 'hostname' });
    for (const pattern of ['((a{100}){100}){100}', `(?i)${'[!-\uffff]'.repeat(60)}`])
      expectRequestError(() => compile(pattern), 'list.regexWork', { field: 'hostname' });
  });

  it('share one work budget per request', () => {
    const patterns = new RequestPatterns();
    for (let i = 0; i < 2; i++) expect(patterns.compile('a{900}', 'hostname')('b')).to.equal(false);
    expectRequestError(() => patterns.compile('a{900}', 'owner'), 'list.regexWork', { field: 'owner' });
    expect(compile('a{900}')('a'.repeat(900))).to.equal(true);
  });

  it('refuse a text that would take long to compare', () => {
    const [long, longest] = ['a'.repeat(1000), 'a'.repeat(65_535)];
    expect(compile('a{900}')(long)).to.equal(true);
    expect(compile('^a.*a$')(longest)).to.equal(true);
    expectRequestError(() => compile('a{900}')(longest), 'list.regexWork', { field: 'hostname' });
    expectRequestError(() => compilePattern('/a{900}/A')(longest), 'filter.regexWork');
  });
});
