/** Malformed parameter values, as clients send them by mistake or as an attack. */
import fc from 'fast-check';
import type { Randomness } from './randomness.js';

/** Seed of the random numbers in the tests of bad input. FUZZ_SEED overrides it. */
export const seed = Number(process.env.FUZZ_SEED ?? 20240229);

/** A JSON number that JavaScript cannot represent. It is serialized as `text`. */
export class RawNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The text of a value as messages may quote it. */
export function printed(value: unknown): string {
  if (value instanceof RawNumber) return value.text;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const raw = (...texts: readonly string[]): RawNumber[] => texts.map((text) => new RawNumber(text));

/** Bad values, grouped by defect. Some are valid for some parameters. */
const sorts: readonly (readonly unknown[])[] = [
  [{}, { a: 1 }, { '2': '9' }],
  [{ a: { b: [1, { c: null }] } }, JSON.parse('{"__proto__":{"x":1}}')],
  [[], [1, 2], ['1'], [[[[]]]]],
  [true, false],
  [null, '', ' '],
  ['x'.repeat(10_000), '9'.repeat(10_000), 'é'.repeat(5_000), ' '.repeat(10_000), '10.0.0.1,'.repeat(1_000)],
  ['\u0000', 'a\u0000b', '1\u0000'],
  ['a\u0001b', 'a\tb', 'a\nb', 'a\r\nb', '\u007f', 'a\u0085b'],
  ['\ud800', 'a\udfffb', '\ufeff1', '\u202e1', '١', '１'],
  [-1, '-1', -1e308, '-0', ...raw('-0')],
  [0, '0', '00', '0.0'],
  [256, 65_536, 2_147_483_647, 2_147_483_648, 4_294_967_296, 2 ** 53, ...raw('99999999999999999999', '9'.repeat(60))],
  ['99999999999999999999', '9'.repeat(40), '340282366920938463463374607431768211456'],
  [1.5, -0.5, Number.MIN_VALUE, '1.5', '.5', '5.', '1.0'],
  [1e21, 1e308, '1e3', '1E400', ...raw('1e400', '1E+2')],
  ['0x10', '0b1', ' 1 ', '+1', '1_000', 'NaN', 'Infinity', '1;2', '1,2'],
  ['10.0.0.0/33', '10.0.0.1/24', '10.0.0/8', '10.0.0.0/', '/24', '10.0.0.0/-1', '10.0.0.0/8/8', '::/129', '2001:db8::1/64'],
  ['300.1.1.1', '1.2.3', '010.001.000.001', '0x7f.1', '1::2::3', ':::', '12345::', '::ffff:10.0.0.1', '255.255.255.255', '::'],
  ['fe80::1%eth0', '::1%25eth0', 'fe80::%1', '10.0.0.1%eth0'],
  ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', 'undefined', 'custom_fields', 'all'],
  ["'", '"', "'; drop table sections; --", '\\', '%', '_', '$1', '?', '??', ':x', '\u0027 or 1=1'],
  [
    '$' + '{7*7}',
    '{{7*7}}',
    '../../etc/passwd',
    '<script>alert(1)</script>',
    '&amp;',
    '<![CDATA[x]]>',
    '2024-02-30 25:61:61',
    'zz:zz:zz:zz:zz:zz',
  ],
  ['(', '/(a+)+$/', '/[/', '/a/e', '/a/', '/(?<x>a)\\k<x>/', '{"x":"1"}', '[1]'],
];

const badValues: readonly unknown[] = sorts.flat();

/** One random value of each group. */
export const oneOfEachSort = (random: Randomness): unknown[] => sorts.map((values) => random.oneOf(values));

/** A random bad value: of any group, or generated. */
export const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...badValues) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  {
    weight: 1,
    arbitrary: fc.string({
      unit: fc.constantFrom('\u0000', '%', '/', '.', ':', '0', '1', '\\', '"', ' ', '\ud83d'),
      maxLength: 30,
    }),
  },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.ipV6() },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);

const segments = badValues.filter((value) => typeof value === 'string' || typeof value === 'number').map(String);

/** Texts for a path segment. */
export const badSegments: readonly string[] = [
  ...new Set([...segments, '.', '..', '*', '{id}', '%zz', '%2F', '/', '//', '#', ';', '\u{1F989}']),
].filter((text) => text !== '');

export const anySegment: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...badSegments),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
  fc.integer({ min: -10, max: 1_000 }).map(String),
);
