import { expect } from 'chai';
import fc from 'fast-check';
import { changesVlanNumber, isPossibleVlanNumber, VlanNumbers } from '../../../domain/catalog/vlan-numbers.js';
import { garbage } from '../support/arbitraries.js';
import { expectRefusal, refusalOf } from '../support/refusal.js';

describe('what is sent as the number of a VLAN', () => {
  const cases: [given: unknown, possible: boolean][] = [
    [0, true],
    [4095, true],
    [' 7 ', true],
    ['4294967295', true],
    ['4294967296', false],
    ['x', false],
    ['1.5', false],
    [true, false],
    ['-x', false],
  ];
  for (const [given, possible] of cases) {
    it(`${JSON.stringify(given)} ${possible ? 'is one under some limit' : 'counts as too high'}`, () => {
      expect(isPossibleVlanNumber(given)).to.equal(possible);
    });
  }

  it('is missed when it is nothing, and told when it is negative', () => {
    for (const given of [undefined, null, '', ' ', [5], {}])
      expectRefusal(() => isPossibleVlanNumber(given), 'field.required', { field: 'number' });
    for (const given of [-1, '-1', ' -20 ']) expectRefusal(() => isPossibleVlanNumber(given), 'vlan.numberNegative');
  });

  it('is judged without any other exception, whatever it is', () => {
    fc.assert(fc.property(garbage, (given) => void refusalOf(() => isPossibleVlanNumber(given))));
  });
});

describe('numbers of VLANs in an L2 domain', () => {
  it('must be free when a change gives a VLAN another number or another domain', () => {
    const before = { number: 5, domainId: 1, name: 'a' };
    for (const change of [{ number: 6 }, { domainId: 2 }])
      expect(changesVlanNumber(before, { ...before, ...change })).to.equal(true);
    expect(changesVlanNumber(before, { ...before, name: 'b' })).to.equal(false);
  });

  it('are taken exactly when another VLAN has them', () => {
    const vlans = fc.array(fc.record({ id: fc.integer({ min: 1, max: 9 }), number: fc.integer({ min: 1, max: 5 }) }));
    fc.assert(
      fc.property(
        vlans,
        fc.integer({ min: 1, max: 5 }),
        fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
        (all, number, id) => {
          const numbers = new VlanNumbers();
          for (const vlan of all) numbers.add({ id: vlan.id, values: { number: vlan.number } });
          const isTaken = all.some((vlan) => vlan.number === number && vlan.id !== id);
          expect(refusalOf(() => numbers.refuseTaken({ number }, id))?.code).to.equal(isTaken ? 'vlan.numberTaken' : undefined);
        },
      ),
    );
  });
});
