import { expect } from 'chai';
import { requireVersion, versionOf } from '../../../domain/fields/version.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { subnetFields } from '../../../domain/subnet/subnet.js';
import { refusalOf } from '../support/refusal.js';

describe('The version of a record', () => {
  const prefix = Prefix.of(IpAddress.parse('10.0.0.0'), 8);
  const record = (values: object, custom = {}) => ({ id: 1, values: { prefix, ...values }, custom });
  const of = (...given: Parameters<typeof record>) => versionOf(subnetFields, record(...given));

  it('does not depend on the order of custom fields, or on unset fields', () => {
    expect(of({}, { a: 1, b: null, c: 'x' })).to.equal(of({ description: null }, { c: 'x', a: 1 }));
  });

  it('differs with each field, custom ones and permissions included', () => {
    const versions = [
      of({}),
      of({ description: '' }),
      of({ description: 'x' }),
      of({ prefix: Prefix.parse('10.0.0.0/9') }),
      of({ isFull: true }),
      of({ permissions: new Map([[2, 1]]) }),
      of({ permissions: new Map([[2, 2]]) }),
      of({}, { a: '1' }),
      of({}, { a: 1 }),
    ];
    expect(new Set(versions).size).to.equal(versions.length);
  });

  it('permits a write that expects this version or none', () => {
    const isExpected = (version: string) => version === 'now';
    expect(refusalOf(() => requireVersion(isExpected, () => 'now'))).to.equal(undefined);
    expect(refusalOf(() => requireVersion(undefined, () => 'then'))).to.equal(undefined);
    expect(refusalOf(() => requireVersion(isExpected, () => 'then'))?.code).to.equal('record.changed');
  });
});
