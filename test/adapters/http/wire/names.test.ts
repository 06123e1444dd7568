import { expect } from 'chai';
import { wireNames } from '../../../../adapters/http/wire/names.js';
import { addressFields } from '../../../../domain/address/address.js';
import { kinds } from '../../../../domain/catalog/kinds.js';
import type { FieldSet } from '../../../../domain/fields/field.js';
import { sectionFields } from '../../../../domain/section/section.js';
import { subnetFields } from '../../../../domain/subnet/subnet.js';

describe('names on the wire', () => {
  it('mark every timestamp that clients can set', () => {
    const catalog = Object.entries(kinds).map(([kind, { fields }]) => [kind, fields] as const);
    const resources: (readonly [string, FieldSet])[] = [
      ...catalog,
      ['section', sectionFields],
      ['subnet', subnetFields],
      ['address', addressFields],
    ];
    for (const [resource, fields] of resources) {
      const times = Object.entries(fields).filter(([, { type, readOnly }]) => type === 'timestamp' && !readOnly);
      const named = Object.entries(wireNames).find(([name]) => name === resource)?.[1]?.times ?? [];
      expect(
        times.map(([name]) => name),
        resource,
      ).to.deep.equal(named);
    }
  });
});
