import { expect } from 'chai';
import { readCellLength } from '../../../domain/net/network-facts.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { expectRefusal } from '../support/refusal.js';

describe('The cells of a map', () => {
  it('are by default twelve bits longer than its prefix, up to single addresses', () => {
    for (const [prefix, length] of [
      ['10.0.0.0/8', 20],
      ['10.0.0.0/24', 32],
      ['2001:db8::/32', 44],
      ['2001:db8::/120', 128],
    ] as const)
      expect(readCellLength(Prefix.parse(prefix), undefined), prefix).to.equal(length);
  });

  it('have the requested length, from that of the prefix on', () => {
    for (const given of [8, '8', '+8', 20, '20'])
      expect(readCellLength(Prefix.parse('10.0.0.0/8'), given)).to.equal(Number(given));
  });

  it('are refused if they are larger than the map or too many', () => {
    for (const given of [7, 21, '7', '21', '-9', 'x', '', null, true, [9], {}])
      expectRefusal(() => readCellLength(Prefix.parse('10.0.0.0/8'), given), 'map.cells', { min: 8, max: 20 });
    expectRefusal(() => readCellLength(Prefix.parse('10.0.0.0/24'), 33), 'map.cells', { min: 24, max: 32 });
  });
});
