import { expect } from 'chai';
import { Prefix } from '../../../domain/net/prefix.js';
import { type OverlapScope, SubnetPosition } from '../../../domain/subnet/position.js';
import type { Subnet } from '../../../domain/subnet/subnet.js';
import { expectRefusal, refusalOf } from '../support/refusal.js';
import { folderOf, networkAt, sectionOf } from '../support/samples.js';

describe('overlap', () => {
  const master = networkAt('10.60.0.0/16', { id: 11 });
  const cases: [
    what: string,
    strictMode: boolean,
    master: Subnet | undefined,
    vrfId: number | null,
    scope: OverlapScope | undefined,
  ][] = [
    ['a root network of a strict section: the section without VRF', true, undefined, null, { sectionId: 4, vrfId: null }],
    ['a root network with VRF of a strict section: the section with that VRF', true, undefined, 3, { sectionId: 4, vrfId: 3 }],
    [
      'a nested network of a strict section: its siblings',
      true,
      master,
      null,
      { masterSubnetId: 11, vrfId: null, orNoVrf: true },
    ],
    [
      'a nested network with VRF: its siblings of that VRF or none',
      true,
      master,
      3,
      { masterSubnetId: 11, vrfId: 3, orNoVrf: true },
    ],
    ['a network below a folder: nothing', true, folderOf(), null, undefined],
    ['a root network of another section: nothing', false, undefined, null, undefined],
    ['a nested network of another section: nothing', false, master, 3, undefined],
  ];
  for (const [what, strictMode, above, vrfId, scope] of cases) {
    it(`is checked for ${what}`, () => {
      expect(new SubnetPosition(sectionOf({ id: 4, strictMode }), above).overlapScope(vrfId)).to.deep.equal(scope);
    });
  }

  const section = sectionOf({ id: 4, name: 'Customers' });
  const prefix = Prefix.parse('10.50.0.0/16');
  const top = new SubnetPosition(section);
  const below = new SubnetPosition(section, master);

  it('is not refused when nothing was found', () => {
    for (const place of [top, below]) expect(refusalOf(() => place.refuseOverlap(prefix, undefined))).to.equal(undefined);
  });

  it('in a section is refused with both networks, the description and the section', () => {
    const found = networkAt('10.50.0.0/24', { description: 'fifty' });
    const details = { cidr: '10.50.0.0/16', other: '10.50.0.0/24', description: 'fifty', section: 'Customers' };
    expectRefusal(() => top.refuseOverlap(prefix, found), 'subnet.overlapInSection', details);
  });

  it('in a section is refused with an empty description if there is none', () => {
    const details = { cidr: '10.50.0.0/16', other: '10.50.0.0/24', description: '', section: 'Customers' };
    expectRefusal(() => top.refuseOverlap(prefix, networkAt('10.50.0.0/24')), 'subnet.overlapInSection', details);
  });

  it('among siblings is refused with the sibling', () => {
    const details = { cidr: '10.60.1.0/24' };
    expectRefusal(() => below.refuseOverlap(prefix, networkAt('10.60.1.0/24')), 'subnet.overlapWithSibling', details);
  });
});
