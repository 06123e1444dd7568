import fc from 'fast-check';
import { addressFields } from '../../domain/address/address.js';
import { type KindName, kindOf, kinds } from '../../domain/catalog/kinds.js';
import { definitionOf } from '../../domain/fields/custom-field.js';
import type { FieldSet } from '../../domain/fields/field.js';
import { readPermissionMap } from '../../domain/fields/permission-map.js';
import { type Input, readFields } from '../../domain/fields/read-fields.js';
import { IpAddress } from '../../domain/net/ip-address.js';
import { readMacAddress } from '../../domain/net/mac-address.js';
import { Prefix } from '../../domain/net/prefix.js';
import { checkSectionName, sectionFields } from '../../domain/section/section.js';
import { SubnetPosition } from '../../domain/subnet/position.js';
import { subnetFields } from '../../domain/subnet/subnet.js';
import { SubnetAggregate } from '../../domain/subnet/subnet-aggregate.js';
import { garbage, prefixes } from './support/arbitraries.js';
import { refusalOf } from './support/refusal.js';
import { networkAt, sectionOf } from './support/samples.js';

const names = Object.keys(kinds) as KindName[];
const fieldSets: FieldSet[] = [sectionFields, subnetFields, addressFields, ...names.map((name) => kindOf(name).fields)];

/** Input with garbage under names of fields, sometimes under other names. */
const garbageFor = (fields: FieldSet): fc.Arbitrary<Input> =>
  fc.dictionary(
    fc.oneof({ weight: 20, arbitrary: fc.constantFrom(...Object.keys(fields)) }, { weight: 1, arbitrary: fc.string() }),
    garbage,
    { maxKeys: 4 },
  );

const networks = prefixes.map((prefix) => networkAt(String(prefix)));

/** `refusalOf` rethrows every exception except IpamError, which fails the property. */
describe('garbage', () => {
  it('as fields is read or refused with an IpamError', () => {
    const cases = fc
      .constantFrom(...fieldSets)
      .chain((fields) => fc.tuple(fc.constant(fields), garbageFor(fields), fc.constantFrom('create', 'change')));
    fc.assert(
      fc.property(cases, ([fields, input, mode]) => {
        refusalOf(() => readFields(fields, input, mode));
      }),
      { numRuns: 1500 },
    );
  });

  it('as split is planned or refused with an IpamError', () => {
    const requests = fc.record(
      { count: fc.oneof(garbage, fc.constantFrom(2, '4', 256)), grouped: garbage, namePrefix: garbage, copiesCustom: garbage },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(networks, requests, (network, request) => {
        refusalOf(() => new SubnetAggregate(network).split(request));
      }),
      { numRuns: 500 },
    );
  });

  it('as mask of a resize is accepted or refused with an IpamError', () => {
    fc.assert(
      fc.property(networks, fc.oneof(garbage, fc.integer()), fc.option(networks, { nil: undefined }), (network, mask, master) => {
        refusalOf(() => new SubnetAggregate(network).resize(mask, new SubnetPosition(sectionOf(), master)));
      }),
      { numRuns: 500 },
    );
  });

  it('as name of a section is accepted or refused with an IpamError', () => {
    fc.assert(
      fc.property(garbage, (name) => {
        refusalOf(() => checkSectionName(name));
      }),
    );
  });

  it('as text, permissions or type of a custom field causes no exception', () => {
    fc.assert(
      fc.property(garbage, fc.string({ unit: 'binary' }), (value, text) => {
        readPermissionMap(value);
        IpAddress.readOrDecimal(text);
        Prefix.read(text);
        readMacAddress(text);
        definitionOf({ on: 'subnets', name: 'custom_x', type: text, nullable: true, default: null, comment: '' });
      }),
      { numRuns: 1000 },
    );
  });
});
