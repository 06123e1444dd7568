import { expect } from 'chai';
import { fileColumnFinder } from '../../../application/transfer/rows/foreign-titles.js';
import { addressFields } from '../../../domain/address/address.js';
import type { FieldDefinition } from '../../../domain/fields/field.js';
import { columnFinder } from '../../../domain/transfer/columns.js';

const leaseColumns = ['address', 'hwaddr', 'client_id', 'valid_lifetime', 'expire', 'hostname', 'state'];
const custom = new Map<string, FieldDefinition>([['ClientId', { type: 'text', max: 64 }]]);

describe('Columns of files', () => {
  const own = columnFinder('address', addressFields, custom);
  const ofFile = fileColumnFinder('address', addressFields, custom, ['IP Address', 'State']);
  const ofLease = fileColumnFinder('address', addressFields, custom, leaseColumns);

  it('have titles of other programs in any spelling, which only the import knows', () => {
    expect(ofFile('IP Address')).to.deep.equal({ is: 'value', field: 'ip', definition: addressFields.ip });
    expect(ofFile('dns_name')).to.deep.equal(own('hostname'));
    expect(ofFile('State')).to.deep.equal(own('tag'));
    expect(ofFile('rack unit')).to.equal(undefined);
    expect(own('IP Address')).to.equal(undefined);
  });

  it('are ignored if only a lease has them, unless a custom field has their name', () => {
    expect(ofLease('state')).to.deep.equal({ is: 'ignored' });
    expect(ofLease('valid_lifetime')).to.deep.equal({ is: 'ignored' });
    expect(ofLease('hwaddr')).to.deep.equal(own('mac'));
    expect(ofLease('client_id')).to.deep.equal(own('ClientId'));
    expect(ofFile('valid_lifetime')).to.equal(undefined);
  });
});
