/** Values that no parameter should take, or only some: what clients send by mistake or out of malice. */
import fc from 'fast-check';

/** Seed of everything random in the tests of bad input; FUZZ_SEED tries another one. */
export const seed = Number(process.env.FUZZ_SEED ?? 20240229);

/** A JSON number that JavaScript cannot hold: it is written as it stands. */
export class RawNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const wrongTypes = [{}, { a: 1 }, { a: { b: [1, { c: null }] } }, { __proto__x: 1 }, [], [1, 2], ['1'], [[[[]]]], true, false, null];
const longTexts = ['x'.repeat(10_000), '9'.repeat(10_000), 'é'.repeat(5_000), ' '.repeat(10_000), '10.0.0.1,'.repeat(1_000)];
const controls = ['\u0000', 'a\u0000b', '1\u0000', 'a\u0001b', 'a\tb', 'a\nb', 'a\r\nb', '\u007f', 'a\u0085b', '\ud800', 'a\udfffb', '\ufeff1'];
const numbers = [
  ...[-1, 0, 1, 1.5, -0.5, 129, 256, 65_536, 2_147_483_647, 2_147_483_648, 4_294_967_296, 2 ** 53, 1e21, 1e308, -1e308, Number.MIN_VALUE],
  ...['-1', '0', '00', '1.5', '1e3', '1E400', '0x10', '0b1', ' 1 ', '+1', '-0', 'NaN', 'Infinity', '١', '１', '1_000', '99999999999999999999'],
  ...['99999999999999999999999999999999999999999', '1e400', '-0', '1E+2'].map((text) => new RawNumber(text)),
];
const networks = [
  ...['10.0.0.0/33', '10.0.0.1/24', '10.0.0/8', '10.0.0.0/', '/24', '10.0.0.0/-1', '10.0.0.0/8/8', '300.1.1.1', '1.2.3', '010.001.000.001', '0x7f.1'],
  ...['10.77.1', '::1%eth0', 'fe80::1%25eth0', '::ffff:10.0.0.1', '1::2::3', ':::', '12345::', '::/129', '2001:db8::1/64', '0.0.0.0', '255.255.255.255', '::'],
  ...['2001:db8::', '340282366920938463463374607431768211455', '340282366920938463463374607431768211456'],
];
const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', 'id', 'undefined', 'all', 'custom_fields'];
const tricks = ["'", '"', "'; drop table sections; --", '\\', '%', '_', '$1', '?', '??', ':x', '${7*7}', '{{7*7}}', '../../etc/passwd', '<script>alert(1)</script>'];
const further = ['&', '&amp;', '<![CDATA[x]]>', '(', '/(a+)+$/', '/[/', '/a/e', '{"2":"9"}', '{"x":"1"}', '1;2', '2024-02-30 25:61:61', '0000-00-00', 'zz:zz:zz:zz:zz:zz'];

/** One of each sort. */
export const badValues: readonly unknown[] = [...wrongTypes, ...longTexts, ...controls, ...numbers, ...networks, ...names, ...tricks, ...further, '', ' '];

/** Some value of any sort. */
export const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...badValues) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom('\u0000', '%', '/', '.', ':', '0', '1', '\\', '"', ' ', '\ud83d'), maxLength: 30 }) },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.ipV6() },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);

/** Texts for a path segment. */
export const badSegments: readonly string[] = [
  ...new Set([...badValues.filter((value) => value !== null && typeof value !== 'object').map(String), '.', '..', '*', '{id}', '%', '%zz', '%2F', '/', '//', '?', '#', ';', '\u{1F989}']),
].filter((text) => text !== '' && text.length <= 10_000);

export const anySegment: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...badSegments),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
  fc.integer({ min: -10, max: 1_000 }).map(String),
);
