import { expect } from 'chai';
import { natIdsOf, natObjectsIn, requireNatObject } from '../../../domain/catalog/nat-objects.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { expectRefusal, refusalOf } from '../support/refusal.js';

describe('the objects of a NAT rule', () => {
  it('are listed for each side, and each entry says whether that side contained the object before', () => {
    const values = { src: { ipaddresses: ['1', '2'], subnets: ['3'] }, dst: { subnets: ['1'] }, name: 'n' };
    const before = { src: { ipaddresses: ['2'] }, dst: { ipaddresses: ['1'] } };
    expect([...natObjectsIn(values, before)]).to.deep.equal([
      { side: 'src', type: 'ipaddresses', id: 1, isKnown: false },
      { side: 'src', type: 'ipaddresses', id: 2, isKnown: true },
      { side: 'src', type: 'subnets', id: 3, isKnown: false },
      { side: 'dst', type: 'subnets', id: 1, isKnown: false },
    ]);
  });

  it('are none if a side is not set or not sent', () => {
    expect([...natObjectsIn({ src: null })]).to.deep.equal([]);
    expect(natIdsOf({ src: null }, 'src')).to.equal(null);
    expect(natIdsOf({}, 'dst')).to.equal(null);
  });

  it('are none in a value of another type', () => {
    for (const src of ['x', 1, true, IpAddress.parse('10.0.0.1'), new Map([[1, 2 as const]])])
      expect(natIdsOf({ src }, 'src')).to.equal(null);
  });

  it('are refused together if one has a type that no rule translates', () => {
    expectRefusal(() => [...natObjectsIn({ dst: { devices: ['1'] } })], 'field.type', {
      field: 'dst',
      expected: 'idLists',
      among: ['ipaddresses', 'subnets'],
    });
  });

  it('must exist', () => {
    const [object] = natObjectsIn({ dst: { subnets: ['7'] } });
    if (!object) throw new Error('no object');
    expectRefusal(() => requireNatObject(object, false), 'field.reference', { field: 'dst', id: 7 });
    expect(refusalOf(() => requireNatObject(object, true))).to.equal(undefined);
  });
});
