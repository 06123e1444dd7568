import { expect } from 'chai';
import fc from 'fast-check';
import {
  changesRackPosition,
  changesRackSpace,
  fitsRack,
  RackLoad,
  type RackPosition,
  type RackSpace,
  rackPositionOf,
  rackPositionsOverlap,
  spaceOf,
} from '../../../domain/catalog/rack-space.js';

import { expectRefusal, refusalOf } from '../support/refusal.js';

const placeAt = (start: number, units: number, isDeep = false): RackPosition => ({ start, units, isDeep });

const single: RackSpace = { size: 42, hasBack: false };
const double: RackSpace = { size: 42, hasBack: true };
const unknown: RackSpace = { size: null, hasBack: true };

/** Each unit of a position as text, with its side. A deep position has its units on both sides. */
function modelUnits({ start, units, isDeep }: RackPosition, { size, hasBack }: RackSpace): string[] {
  const isBack = hasBack && size !== null && start > size;
  const first = isBack ? start - (size ?? 0) : start;
  const sides = isDeep ? ['front', 'back'] : [isBack ? 'back' : 'front'];
  return Array.from({ length: units }, (_, index) => first + index).flatMap((unit) => sides.map((side) => `${side} ${unit}`));
}

describe('position in a rack', () => {
  it('consists of rack, start and size of a device', () => {
    const values = { rack: 1, rack_start: 3, rack_size: 2 };
    expect(rackPositionOf({ ...values, rack_deep: true })).to.deep.equal(placeAt(3, 2, true));
    expect(rackPositionOf({ ...values, rack_deep: false })).to.deep.equal(placeAt(3, 2));
    expect(rackPositionOf(values)).to.deep.equal(placeAt(3, 2));
  });

  for (const missing of ['rack', 'rack_start', 'rack_size']) {
    it(`is none when ${missing} is not set`, () => {
      expect(rackPositionOf({ rack: 1, rack_start: 3, rack_size: 2, [missing]: null })).to.equal(undefined);
    });
  }

  it('is in the space that the values of the rack describe', () => {
    expect(spaceOf({ size: 42, hasBack: true })).to.deep.equal(double);
    expect(spaceOf({ size: 42 })).to.deep.equal(single);
    expect(spaceOf({ size: null, hasBack: true })).to.deep.equal(unknown);
  });

  const fits: [title: string, place: RackPosition, space: RackSpace, inside: boolean][] = [
    ['the lowest unit', placeAt(1, 1), single, true],
    ['the highest unit', placeAt(42, 1), single, true],
    ['all units', placeAt(1, 42), single, true],
    ['one unit too many', placeAt(1, 43), single, false],
    ['a unit above', placeAt(43, 1), single, false],
    ['over the top', placeAt(42, 2), single, false],
    ['the lowest unit of the back', placeAt(43, 1), double, true],
    ['the highest unit of the back', placeAt(84, 1), double, true],
    ['all units of the back', placeAt(43, 42), double, true],
    ['over the top of the back', placeAt(84, 2), double, false],
    ['from the front into the back', placeAt(42, 2), double, false],
    ['any unit of a rack of unknown size', placeAt(500, 9), unknown, true],
  ];
  for (const [title, place, space, inside] of fits) {
    it(`at ${title} ${inside ? 'fits' : 'does not fit'}`, () => {
      expect(fitsRack(place, space)).to.equal(inside);
    });
  }

  const overlaps: [title: string, one: RackPosition, other: RackPosition, space: RackSpace, meet: boolean][] = [
    ['the same units', placeAt(1, 2), placeAt(1, 2), single, true],
    ['one common unit', placeAt(1, 2), placeAt(2, 2), single, true],
    ['neighbouring units', placeAt(1, 2), placeAt(3, 2), single, false],
    ['one within the other', placeAt(1, 9), placeAt(4, 1), single, true],
    ['front and back of the same units', placeAt(1, 2), placeAt(43, 2), double, false],
    ['front and back when the front one is deep', placeAt(1, 2, true), placeAt(43, 2), double, true],
    ['front and back when the back one is deep', placeAt(1, 2), placeAt(43, 2, true), double, true],
    ['a deep one and other units of the back', placeAt(1, 2, true), placeAt(45, 2), double, false],
    ['the same units of the back', placeAt(44, 2), placeAt(45, 1), double, true],
    ['the same units of a rack of unknown size', placeAt(50, 1), placeAt(50, 1), unknown, true],
  ];
  for (const [title, one, other, space, meet] of overlaps) {
    it(`with ${title} ${meet ? 'overlaps' : 'does not overlap'}`, () => {
      expect(rackPositionsOverlap(one, other, space)).to.equal(meet);
      expect(rackPositionsOverlap(other, one, space)).to.equal(meet);
    });
  }

  it('overlaps another exactly when both use a common unit on a side', () => {
    const places = fc.record({
      start: fc.integer({ min: 1, max: 12 }),
      units: fc.integer({ min: 1, max: 4 }),
      isDeep: fc.boolean(),
    });
    const spaces = fc.record({ size: fc.constantFrom(null, 6), hasBack: fc.boolean() });
    fc.assert(
      fc.property(places, places, spaces, (one, other, space) => {
        fc.pre(fitsRack(one, space) && fitsRack(other, space));
        const theirs = new Set(modelUnits(other, space));
        expect(rackPositionsOverlap(one, other, space)).to.equal(modelUnits(one, space).some((unit) => theirs.has(unit)));
      }),
      { numRuns: 500 },
    );
  });
});

describe('a rack with devices', () => {
  const device = (hostname: string, start: number | null, units: number | null = 1) => ({
    ...{ hostname, rack: 1, rack_start: start, rack_size: units, rack_deep: false },
  });

  it('has no space outside of its units', () => {
    const load = new RackLoad({ size: 4, hasBack: false });
    expectRefusal(() => load.checkInside(placeAt(4, 2)), 'rack.outside', { first: 4, last: 5, size: 4 });
    expect(refusalOf(() => load.checkInside(placeAt(3, 2)))).to.equal(undefined);
  });

  it('has no space at a device, and reports the first device there', () => {
    const load = new RackLoad({ size: 9, hasBack: false });
    for (const added of [device('a', 1, 2), device('nowhere', null), device('b', 2), device('c', 5)]) load.add(added);
    expectRefusal(() => load.refuseTaken(placeAt(2, 4)), 'rack.occupied', { hostname: 'a' });
    expectRefusal(() => load.refuseTaken(placeAt(4, 2)), 'rack.occupied', { hostname: 'c' });
    expect(refusalOf(() => load.refuseTaken(placeAt(3, 2)))).to.equal(undefined);
  });

  it('accepts its devices only if each fits and no two overlap', () => {
    const checkDevices = (rack: { size: number; hasBack: boolean }, ...devices: readonly ReturnType<typeof device>[]) =>
      refusalOf(() => {
        const load = new RackLoad(rack);
        for (const one of devices) load.addDevice(one);
      })?.details;
    const [low, back] = [device('low', 1), device('back', 5)];
    expect(checkDevices({ size: 4, hasBack: true }, low, back, device('nowhere', null))).to.equal(undefined);
    expect(checkDevices({ size: 4, hasBack: false }, low, back)).to.deep.equal({ hostname: 'back' });
    expect(checkDevices({ size: 4, hasBack: false }, low, device('same', 1))).to.deep.equal({ hostname: 'same' });
  });

  it('is checked again when a change can leave a device without space', () => {
    for (const change of [{ rack: 1 }, { rack_start: 1 }, { rack_size: 1 }, { rack_deep: true }])
      expect([changesRackPosition(change), changesRackSpace(change)]).to.deep.equal([true, false]);
    for (const change of [{ size: 1 }, { hasBack: false }])
      expect([changesRackPosition(change), changesRackSpace(change)]).to.deep.equal([false, true]);
    expect([changesRackPosition({ hostname: 'h' }), changesRackSpace({ name: 'r' })]).to.deep.equal([false, false]);
  });
});
