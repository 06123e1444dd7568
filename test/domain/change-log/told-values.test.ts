import { expect } from 'chai';
import { addressFields } from '../../../domain/address/address.js';
import { device } from '../../../domain/catalog/kinds/device.js';
import { kinds } from '../../../domain/catalog/kinds.js';
import { auditedObjects, changedObjects, type HistoryObject } from '../../../domain/change-log/change.js';
import { cursorAt, cursorOf, isCursorOf, readCursor } from '../../../domain/change-log/cursor.js';
import { pauseAfter } from '../../../domain/change-log/retry.js';
import { toldOfDeleted, toldOfEdit, toldOfNew } from '../../../domain/change-log/told-values.js';
import { mayBeTold, type ToldPlace } from '../../../domain/change-log/visibility.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { unrestrictedPrincipal } from '../../../domain/permission/access-policy.js';
import { subnetFields } from '../../../domain/subnet/subnet.js';

describe('what is told of a change', () => {
  const ip = IpAddress.parse('10.0.0.1');

  it('is the whole new record without what is not set, as JSON has it', () => {
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
    expect(toldOfNew(addressFields, record)).to.deep.include({ before: null, after });
    expect(toldOfDeleted(addressFields, record, ['gone'])).to.deep.equal({ differences: ['gone'], before: after, after: null });
  });

  it('is of an edit both values of what differs, and nothing of what stays', () => {
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
    const { differences: _words, ...told } = toldOfEdit(subnetFields, before, changes);
    expect(told).to.deep.equal({
      before: { prefix: '10.0.0.0/24', vlanId: 3, permissions: null, custom: { x: 1 } },
      after: { prefix: '10.0.0.0/23', vlanId: null, permissions: [[2, 1]], custom: { x: 5 } },
    });
  });

  it('is never a secret, only that it changed', () => {
    const secrets = { snmp_community: 's3cret', snmp_v3_auth_pass: 's3cret', snmp_v3_priv_pass: 's3cret' };
    const told = [
      toldOfNew(device.fields, { hostname: 'sw', ...secrets }),
      toldOfEdit(device.fields, { hostname: 'sw' }, secrets),
      toldOfDeleted(device.fields, { hostname: 'sw', ...secrets }),
    ];
    expect(JSON.stringify(told)).not.to.contain('s3cret');
    expect(told[1]).to.deep.equal({
      differences: ['[snmp_community]: changed', '[snmp_v3_auth_pass]: changed', '[snmp_v3_priv_pass]: changed'],
      before: {},
      after: {},
    });
    expect(JSON.stringify(toldOfNew(kinds.scanAgent.fields, { name: 'a', code: 's3cret' }))).not.to.contain('s3cret');
  });
});

describe('who may be told of a change', () => {
  const yes = new Map([[5, 1 as const]]);
  const no = new Map([[6, 3 as const]]);
  const principal = { unrestricted: false, groups: [5], inventory: 'read' } as const;
  const everywhere: ToldPlace = { sectionPermissions: yes, subnetPermissions: yes };
  const told = (object: HistoryObject, place: ToldPlace) => mayBeTold({ principal, isAdministrator: false }, object, place);

  it('is who sees the object, or saw it at its end', () => {
    const maps = [yes, no, null, undefined];
    for (const sectionPermissions of maps) {
      for (const subnetPermissions of maps) {
        const place = { sectionPermissions, subnetPermissions };
        const sees = sectionPermissions === yes && subnetPermissions === yes;
        expect(changedObjects.map((object) => told(object, place))).to.deep.equal([sectionPermissions === yes, sees, sees]);
      }
    }
  });

  it('is everybody of a record that belongs to no section, and administrators alone of what they set', () => {
    const nowhere = { sectionPermissions: undefined, subnetPermissions: undefined };
    for (const kind of Object.keys(kinds) as HistoryObject[]) expect(told(kind, nowhere), kind).to.equal(true);
    for (const object of auditedObjects) {
      expect(told(object, everywhere), object).to.equal(false);
      const free = { principal: unrestrictedPrincipal, isAdministrator: false };
      expect(mayBeTold(free, object, everywhere), object).to.equal(false);
      expect(mayBeTold({ ...free, isAdministrator: true }, object, nowhere), object).to.equal(true);
    }
  });
});

describe('a cursor', () => {
  const entry = { position: 123456, object: 'address', objectId: 7, at: '2024-05-06 07:08:09' } as const;

  it('leads behind its entry, and is none of another that has the position', () => {
    const cursor = readCursor(cursorOf(entry));
    if (!cursor) throw new Error('it cannot be read');
    expect(cursor.position).to.equal(123456);
    expect(isCursorOf(cursor, entry)).to.equal(true);
    expect(isCursorOf(cursor, { ...entry, objectId: 8 })).to.equal(false);
    expect(isCursorOf(cursor, { ...entry, at: '2024-05-06 07:08:10' })).to.equal(false);
    expect(readCursor(cursorAt(42))).to.deep.equal({ position: 42, mark: undefined });
  });

  it('is nothing else', () => {
    for (const text of ['', ' 1', 'A', '-1', '1.', '1.2.3', '1.a b', 'z'.repeat(12), '1é'])
      expect(readCursor(text), text).to.equal(undefined);
  });
});

describe('the pause after failures', () => {
  it('doubles from a second to a quarter of an hour, and is up to a half shorter by chance', () => {
    expect([1, 2, 3, 11, 1000].map((failures) => pauseAfter(failures, 0))).to.deep.equal([1000, 2000, 4000, 900_000, 900_000]);
    expect(pauseAfter(3, 1)).to.equal(2000);
  });
});
