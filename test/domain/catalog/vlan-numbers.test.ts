import { expect } from 'chai';
import fc from 'fast-check';
import {
  changesVlanNumber,
  checkVlanNumber,
  inputOfVlan,
  isPossibleVlanNumber,
  needsFreeNumber,
  VlanNumbers,
} from '../../../domain/catalog/vlan-numbers.js';
import { garbage } from '../support/arbitraries.js';
import { expectRefusal, refusalOf } from '../support/refusal.js';

describe('the sent number of a VLAN', () => {
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
    it(`${JSON.stringify(given)} ${possible ? 'is possible under some limit' : 'counts as too high'}`, () => {
      expect(isPossibleVlanNumber(given)).to.equal(possible);
    });
  }

  it('is required, and refused if it is negative', () => {
    for (const given of [undefined, null, '', ' ', [5], {}])
      expectRefusal(() => isPossibleVlanNumber(given), 'field.required', { field: 'number' });
    for (const given of [-1, '-1', ' -20 ']) expectRefusal(() => isPossibleVlanNumber(given), 'vlan.numberNegative');
  });

  it('is refused with the configured maximum if it is not a number', () => {
    expect(refusalOf(() => checkVlanNumber('7', { vlanMax: 4094 }))).to.equal(undefined);
    expectRefusal(() => checkVlanNumber('x', { vlanMax: 4094 }), 'vlan.numberTooHigh', { max: 4094 });
  });

  it('causes no other exception for any value', () => {
    fc.assert(fc.property(garbage, (given) => void refusalOf(() => isPossibleVlanNumber(given))));
  });
});

describe('numbers of VLANs in an L2 domain', () => {
  it('belong to the default domain if the VLAN has none', () => {
    for (const domainId of [undefined, null, '', 0])
      expect(inputOfVlan({ number: 5, domainId })).to.deep.equal({ number: 5, domainId: 1 });
    expect(inputOfVlan({ number: 5, domainId: 2 })).to.deep.equal({ number: 5, domainId: 2 });
  });

  it('must be free if the settings require it, for new VLANs and for changes of number or domain', () => {
    const [before, after] = [
      { number: 5, domainId: 1 },
      { number: 6, domainId: 1 },
    ];
    const needs = (uniqueVlanNumbers: boolean, from?: typeof before) => needsFreeNumber({ uniqueVlanNumbers }, from, after);
    expect([needs(true), needs(true, before), needs(true, after)]).to.deep.equal([true, true, false]);
    expect([needs(false), needs(false, before)]).to.deep.equal([false, false]);
  });

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
