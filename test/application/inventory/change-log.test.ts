import { expect } from 'chai';
import {
  differencesBetween,
  plainDifferences,
  valuesOfDeleted,
  valuesOfEdit,
  valuesOfNew,
} from '../../../application/changes/change-log.js';
import { addressFields } from '../../../domain/address/address.js';
import { device } from '../../../domain/catalog/kind-descriptors.js';
import { kinds } from '../../../domain/catalog/kinds.js';
import { defineFields } from '../../../domain/fields/field.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { subnetFields } from '../../../domain/subnet/subnet.js';
import { levels } from '../../support/levels.js';

const fields = defineFields({
  prefix: { type: 'prefix', readOnly: true },
  description: { type: 'text', max: 64 },
  size: { type: 'integer' },
  shown: { type: 'flag' },
  ip: { type: 'address' },
  permissions: { type: 'permissions' },
  editDate: { type: 'timestamp', readOnly: true },
});

describe('Differences of a change', () => {
  const cases: [title: string, before: object | undefined, after: object, differences: string[]][] = [
    ['a text', { description: 'old' }, { description: 'new' }, ['[description]: old => new']],
    ['a text that was empty', { description: null }, { description: 'new' }, ['[description]:  => new']],
    ['a text that is emptied', { description: 'old' }, { description: null }, ['[description]: old => ']],
    ['a flag switched on', { shown: false }, { shown: true }, ['[shown]:  => 1']],
    ['a flag switched off', { shown: true }, { shown: false }, ['[shown]: 1 => ']],
    ['a number 0 after no value', { size: null }, { size: 0 }, ['[size]:  => 0']],
    ['an address', { ip: IpAddress.parse('10.0.0.1') }, { ip: IpAddress.parse('10.0.0.2') }, ['[ip]: 10.0.0.1 => 10.0.0.2']],
    [
      'a network',
      { prefix: Prefix.parse('10.0.0.0/24') },
      { prefix: Prefix.parse('10.0.0.0/23') },
      ['[prefix]: 10.0.0.0/24 => 10.0.0.0/23'],
    ],
    ['permissions', { permissions: null }, { permissions: levels({ 2: 1 }) }, ['[permissions]:  => {"2":"1"}']],
    [
      'the order of permissions',
      { permissions: levels({ 2: 2, 3: 1 }) },
      {
        permissions: new Map([
          [3, 1],
          [2, 2],
        ]),
      },
      ['[permissions]: {"2":"2","3":"1"} => {"3":"1","2":"2"}'],
    ],
    ['a new record', undefined, { description: 'x', size: null, shown: false }, ['[description]:  => x']],
    ['several fields, in the order of the record', { size: 1 }, { shown: true, size: 2 }, ['[size]: 1 => 2', '[shown]:  => 1']],
    ['custom fields', { custom: { env: 'a' } }, { custom: { env: 'b', site: 'x' } }, ['[env]: a => b', '[site]:  => x']],
  ];
  for (const [title, before, after, differences] of cases) {
    it(`include ${title}`, () => {
      expect(differencesBetween(fields, before, after)).to.deep.equal(differences);
    });
  }

  const none: [title: string, before: object, after: object][] = [
    ['the same value', { description: 'old' }, { description: 'old' }],
    ['an equal address', { ip: IpAddress.parse('2001:db8::1') }, { ip: IpAddress.parse('2001:DB8:0::1') }],
    ['equal permissions', { permissions: levels({ 2: 2, 3: 1 }) }, { permissions: levels({ 2: 2, 3: 1 }) }],
    ['off to an unset flag', { shown: null }, { shown: false }],
    ['the date of the change', { editDate: null }, { editDate: '2024-01-01 00:00:00' }],
    ['a field that the record does not have', {}, { bogus: 1 }],
    ['an equal custom value', { custom: { env: 'a' } }, { custom: { env: 'a' } }],
    ['nothing', { description: 'old', custom: { env: 'a' } }, {}],
  ];
  for (const [title, before, after] of none) {
    it(`are empty for a write of ${title}`, () => {
      expect(differencesBetween(fields, before, after)).to.deep.equal([]);
    });
  }
});

describe('Differences of a plain record', () => {
  const app = { id: 'main', code: 'x', lock: { enabled: false, waitSeconds: 30 }, groups: ['A', 'B'], comment: null };

  it('name the set members of a new record, also nested ones, without secrets', () => {
    expect(plainDifferences(undefined, app, ['code'])).to.deep.equal([
      '[id]:  => main',
      '[lock.waitSeconds]:  => 30',
      '[groups]:  => A, B',
    ]);
  });

  it('name changed members, and of a secret only the fact', () => {
    const changed = { ...app, code: 'y', lock: { enabled: true, waitSeconds: 30 }, groups: ['B'], comment: 'c' };
    expect(plainDifferences(app, changed, ['code'])).to.deep.equal([
      '[code]: changed',
      '[lock.enabled]:  => 1',
      '[groups]: A, B => B',
      '[comment]:  => c',
    ]);
    expect(plainDifferences(app, { ...app, code: null }, ['code'])).to.deep.equal(['[code]: changed']);
  });

  it('are empty when nothing changes', () => {
    expect(plainDifferences(app, structuredClone(app), ['code'])).to.deep.equal([]);
  });
});

describe('The values of a change', () => {
  const ip = IpAddress.parse('10.0.0.1');

  it('are all set members of a new record in the form of JSON', () => {
    const record = {
      subnetId: 7,
      ip,
      is_gateway: false,
      hostname: 'a',
      mac: null,
      PTR: 0,
      custom: { custom_a: 'x', custom_b: null },
    };
    const after = { subnetId: 7, ip: '10.0.0.1', hostname: 'a', PTR: 0, custom: { custom_a: 'x' } };
    expect(valuesOfNew(addressFields, record)).to.deep.include({ before: null, after });
    expect(valuesOfDeleted(addressFields, record, ['gone'])).to.deep.equal({ differences: ['gone'], before: after, after: null });
  });

  it('are both values of each changed member of an edit', () => {
    const before = {
      prefix: Prefix.parse('10.0.0.0/24'),
      description: 'a',
      vlanId: 3,
      permissions: null,
      isFull: false,
      custom: { x: 1, y: 2 },
    };
    const changes = {
      prefix: Prefix.parse('10.0.0.0/23'),
      description: 'a',
      vlanId: null,
      permissions: new Map([[2, 1]]),
      isFull: false,
      custom: { x: 5, y: 2 },
    };
    const { differences: _words, ...changedValues } = valuesOfEdit(subnetFields, before, changes);
    expect(changedValues).to.deep.equal({
      before: { prefix: '10.0.0.0/24', vlanId: 3, permissions: null, custom: { x: 1 } },
      after: { prefix: '10.0.0.0/23', vlanId: null, permissions: [[2, 1]], custom: { x: 5 } },
    });
  });

  it('never include a secret, only the fact of its change', () => {
    const secrets = { snmp_community: 's3cret', snmp_v3_auth_pass: 's3cret', snmp_v3_priv_pass: 's3cret' };
    const recordedValues = [
      valuesOfNew(device.fields, { hostname: 'sw', ...secrets }),
      valuesOfEdit(device.fields, { hostname: 'sw' }, secrets),
      valuesOfDeleted(device.fields, { hostname: 'sw', ...secrets }),
    ];
    expect(JSON.stringify(recordedValues)).not.to.contain('s3cret');
    expect(recordedValues[1]).to.deep.equal({
      differences: ['[snmp_community]: changed', '[snmp_v3_auth_pass]: changed', '[snmp_v3_priv_pass]: changed'],
      before: {},
      after: {},
    });
    expect(JSON.stringify(valuesOfNew(kinds.scanAgent.fields, { name: 'a', code: 's3cret' }))).not.to.contain('s3cret');
  });
});
