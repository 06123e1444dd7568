import { expect } from 'chai';
import fc from 'fast-check';
import type { ErrorCode } from '../../../domain/errors.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { SubnetPosition } from '../../../domain/subnet/position.js';
import type { Subnet } from '../../../domain/subnet/subnet.js';
import { SubnetAggregate } from '../../../domain/subnet/subnet-aggregate.js';
import { prefixPairs } from '../support/arbitraries.js';
import { expectRefusal, refusalOf } from '../support/refusal.js';
import { folderOf, networkAt, sectionOf } from '../support/samples.js';

const nest = (prefix: Prefix | null, master: Subnet): void => new SubnetAggregate(master).checkChild(prefix);

const moveBelow = (ancestors: Iterable<number>): void =>
  new SubnetPosition(sectionOf(), networkAt('10.0.0.0/8')).refuseCycle(7, ancestors);

describe('nesting', () => {
  const cases: [child: string, master: string, refusal: ErrorCode | undefined][] = [
    ['10.60.1.0/24', '10.60.0.0/16', undefined],
    ['10.60.0.0/17', '10.60.0.0/16', undefined],
    ['10.60.255.255/32', '10.60.0.0/16', undefined],
    ['10.60.0.0/16', '10.60.0.0/16', 'subnet.outsideMaster'],
    ['10.0.0.0/8', '10.60.0.0/16', 'subnet.outsideMaster'],
    ['10.61.0.0/24', '10.60.0.0/16', 'subnet.outsideMaster'],
    ['2001:db8::/64', '10.60.0.0/16', 'subnet.outsideMaster'],
    ['0.0.0.0/1', '::/0', 'subnet.outsideMaster'],
    ['2001:db8::/64', '::/0', undefined],
    ['10.0.0.0/32', '10.0.0.0/32', 'subnet.outsideMaster'],
  ];
  for (const [child, master, refusal] of cases) {
    it(`of ${child} below ${master} is ${refusal ?? 'allowed'}`, () => {
      expect(refusalOf(() => nest(Prefix.parse(child), networkAt(master)))?.code).to.equal(refusal);
    });
  }

  it('of a folder below a network is refused', () => {
    expectRefusal(() => nest(null, networkAt('10.60.0.0/16')), 'subnet.masterNotFolder');
  });

  it('of anything below a folder is allowed', () => {
    for (const prefix of [null, Prefix.parse('10.0.0.0/8'), Prefix.parse('::/0')]) nest(prefix, folderOf());
  });

  it('allows a child only if it lies within the network and is smaller', () => {
    fc.assert(
      fc.property(prefixPairs, ([a, b]) => {
        const refusal = refusalOf(() => nest(b, networkAt(String(a))));
        expect(refusal === undefined).to.equal(
          a.family === b.family && a.first <= b.first && b.last <= a.last && a.size > b.size,
        );
      }),
    );
  });
});

describe('moving below a master', () => {
  const cases: [what: string, ancestors: number[], refused: boolean][] = [
    ['a root', [5], false],
    ['an unrelated subnet', [5, 4, 3], false],
    ['itself', [7], true],
    ['its child', [8, 7], true],
    ['its grandchild', [9, 8, 7, 1], true],
    ['nothing', [], false],
  ];
  for (const [what, ancestors, refused] of cases) {
    it(`is ${refused ? 'refused' : 'allowed'} below ${what}`, () => {
      expect(refusalOf(() => moveBelow(ancestors))?.code).to.equal(refused ? 'subnet.cycle' : undefined);
      expect(refusalOf(() => moveBelow(new Set(ancestors)))?.code).to.equal(refused ? 'subnet.cycle' : undefined);
    });
  }
});
