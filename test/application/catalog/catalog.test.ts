import { expect } from 'chai';
import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import { type Caller, internalCaller } from '../../../application/caller.js';
import { Catalog } from '../../../application/catalog/catalog.js';
import { principalOf } from '../../../domain/access/access-policy.js';
import { defaultSettings, type Settings } from '../../../domain/access/settings.js';
import { type KindName, kinds, type OpenKind, openKindNames } from '../../../domain/catalog/kinds.js';
import { type ErrorCode, IpamError } from '../../../domain/errors.js';

const now = new Date(Date.UTC(2024, 2, 1, 12, 0, 0));

function setUp() {
  const database = createMemoryDatabase();
  const catalog = new Catalog(database.readers, database.unitOfWork, { now: () => now });
  const set = (settings: Partial<Settings>) =>
    database.unitOfWork.run((repositories) => repositories.settings.write({ ...defaultSettings, ...settings }));
  const values = async (kind: KindName, id: number) => (await catalog.read(kind, id)).values;
  return { ...database, catalog, set, values };
}

/** Expects that the work fails with this error. */
async function refused(work: Promise<unknown>, code: ErrorCode, details: object = {}): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!IpamError.is(error, code)) throw error;
    expect(error.details).to.include(details);
    return;
  }
  throw new Error(`not refused with ${code}`);
}

/** The required fields of a record of each kind. */
const minimal: Readonly<Record<OpenKind, Readonly<Record<string, unknown>>>> = {
  customer: { title: 'C' },
  location: { name: 'DC' },
  l2domain: { name: 'D' },
  vlan: { name: 'V', number: 1 },
  vrf: { name: 'R' },
  rack: { name: 'R1' },
  deviceType: { tname: 'T' },
  device: { hostname: 'h' },
  tag: { type: 'T' },
  nameserver: { name: 'N' },
  scanAgent: { name: 'S' },
  nat: { name: 'N' },
};

describe('Catalog', () => {
  for (const kind of openKindNames) {
    it(`writes ${kinds[kind].title}`, async () => {
      const { catalog, values } = setUp();
      const id = await catalog.create(internalCaller, kind, minimal[kind]);
      const [field = '', value] = Object.entries(minimal[kind])[0] ?? [];
      expect(await values(kind, id)).to.include({ [field]: value });
      await catalog.change(internalCaller, kind, id, { [field]: 'changed' });
      const changed = await values(kind, id);
      expect(changed).to.include({ [field]: 'changed' });
      if ('editDate' in changed) expect(changed.editDate).to.equal('2024-03-01 12:00:00');
      await refused(catalog.create(internalCaller, kind, { ...minimal[kind], bogus: 1 }), 'field.unknown', { field: 'bogus' });
      await refused(catalog.change(internalCaller, kind, id, {}), 'record.nothingToChange');
      await catalog.delete(internalCaller, kind, id);
      for (const gone of [
        catalog.read(kind, id),
        catalog.change(internalCaller, kind, id, minimal[kind]),
        catalog.delete(internalCaller, kind, id),
      ]) {
        await refused(gone, 'kind.unknown', { kind, id });
      }
    });
  }

  it('does not delete the default domain and the default scan agent', async () => {
    const { catalog, set } = setUp();
    await refused(catalog.delete(internalCaller, 'l2domain', 1), 'kind.inUse', { kind: 'l2domain', id: 1 });
    await refused(catalog.delete(internalCaller, 'scanAgent', 1), 'kind.inUse');
    await set({ defaults: { ...defaultSettings.defaults, subnetScanAgent: null } });
    await catalog.delete(internalCaller, 'scanAgent', 1);
  });

  it('does not delete a locked tag', async () => {
    const { catalog } = setUp();
    const id = await catalog.create(internalCaller, 'tag', { type: 'Lab', locked: 'Yes' });
    await refused(catalog.delete(internalCaller, 'tag', id), 'kind.inUse', { kind: 'tag', id });
    await catalog.change(internalCaller, 'tag', id, { locked: 'No' });
    await catalog.delete(internalCaller, 'tag', id);
  });
});

describe('Catalog: VLANs', () => {
  it('puts a VLAN into the default domain unless the request names another', async () => {
    const { catalog, values } = setUp();
    const domainId = await catalog.create(internalCaller, 'l2domain', { name: 'D' });
    for (const [given, expected] of [
      [{}, 1],
      [{ domainId: 0 }, 1],
      [{ domainId: '' }, 1],
      [{ domainId }, domainId],
    ] as const) {
      const id = await catalog.create(internalCaller, 'vlan', { ...minimal.vlan, ...given });
      expect(await values('vlan', id)).to.include({ domainId: expected });
    }
    await refused(catalog.create(internalCaller, 'vlan', { ...minimal.vlan, domainId: 99 }), 'field.reference', {
      field: 'domainId',
      id: 99,
    });
    await refused(catalog.create(internalCaller, 'vlan', { ...minimal.vlan, domainId: 'x' }), 'field.type', {
      field: 'domainId',
      expected: 'integer',
    });
  });

  it('limits the number', async () => {
    const { catalog, set } = setUp();
    await set({ vlanMax: 10 });
    for (const number of [11, 'abc', '1e1', 1.5, '9'.repeat(50)]) {
      await refused(catalog.create(internalCaller, 'vlan', { name: 'V', number }), 'vlan.numberTooHigh', { max: 10 });
    }
    for (const number of [undefined, null, '', []])
      await refused(catalog.create(internalCaller, 'vlan', { name: 'V', number }), 'field.required', { field: 'number' });
    await refused(catalog.create(internalCaller, 'vlan', { name: 'V', number: -1 }), 'vlan.numberNegative');
    await catalog.create(internalCaller, 'vlan', { name: 'V', number: '10' });
  });

  it('gives a number once in a domain if the settings require it, also to concurrent requests', async () => {
    const { catalog, set } = setUp();
    const domainId = await catalog.create(internalCaller, 'l2domain', { name: 'D' });
    await set({ uniqueVlanNumbers: true });
    const racing = Array.from({ length: 10 }, () => catalog.create(internalCaller, 'vlan', { name: 'V', number: 5 }));
    const results = await Promise.allSettled(racing);
    expect(results.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
    await refused(catalog.create(internalCaller, 'vlan', { name: 'V', number: 5 }), 'vlan.numberTaken');
    await catalog.create(internalCaller, 'vlan', { name: 'V', number: 5, domainId });
  });

  it('moves the VLANs of a deleted domain to the default one', async () => {
    const { catalog, values } = setUp();
    const domainId = await catalog.create(internalCaller, 'l2domain', { name: 'D' });
    const id = await catalog.create(internalCaller, 'vlan', { ...minimal.vlan, domainId });
    await catalog.delete(internalCaller, 'l2domain', domainId);
    expect(await values('vlan', id)).to.include({ domainId: 1 });
  });
});

describe('Catalog: devices and racks', () => {
  it('gives a device all sections unless the request names some', async () => {
    const { catalog, values, unitOfWork } = setUp();
    expect(await values('device', await catalog.create(internalCaller, 'device', minimal.device))).to.include({ sections: null });
    const section = (name: string, order: number) =>
      unitOfWork.run(({ sections }) => sections.insert({ ...blankSection, name, order }));
    const [first, second] = [await section('b', 2), await section('a', 1)];
    expect(await values('device', await catalog.create(internalCaller, 'device', minimal.device))).to.include({
      sections: `${first};${second}`,
    });
    const one = await catalog.create(internalCaller, 'device', { ...minimal.device, sections: `${second}` });
    expect(await values('device', one)).to.include({ sections: `${second}` });
  });

  it('rejects an unknown type or rack of a device', async () => {
    const { catalog } = setUp();
    await refused(catalog.create(internalCaller, 'device', { ...minimal.device, type: 99 }), 'field.reference', {
      field: 'type',
      id: 99,
    });
    await refused(catalog.create(internalCaller, 'device', { ...minimal.device, type: 'x' }), 'field.type', {
      field: 'type',
      expected: 'integer',
    });
    await refused(
      catalog.create(internalCaller, 'device', { ...minimal.device, rack: 99, rack_start: 1, rack_size: 1 }),
      'field.reference',
      {
        id: 99,
      },
    );
  });

  it('puts only one of several concurrent devices at a position', async () => {
    const { catalog } = setUp();
    const rack = await catalog.create(internalCaller, 'rack', { name: 'R', size: 10 });
    const racing = Array.from({ length: 10 }, (_, n) =>
      catalog.create(internalCaller, 'device', { hostname: `h${n}`, rack, rack_start: 1 + n, rack_size: 10 - n }),
    );
    const results = await Promise.allSettled(racing);
    expect(results.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
    await refused(
      catalog.create(internalCaller, 'device', { hostname: 'h', rack, rack_start: 10, rack_size: 1 }),
      'rack.occupied',
      {
        hostname: 'h0',
      },
    );
    await refused(
      catalog.create(internalCaller, 'device', { hostname: 'h', rack, rack_start: 11, rack_size: 1 }),
      'rack.outside',
      { size: 10 },
    );
  });

  it('distinguishes the sides of a rack', async () => {
    const { catalog } = setUp();
    const rack = await catalog.create(internalCaller, 'rack', { name: 'R', size: 10, hasBack: 1 });
    const put = (rack_start: number, rack_deep = 0) =>
      catalog.create(internalCaller, 'device', { hostname: `u${rack_start}`, rack, rack_start, rack_size: 2, rack_deep });
    await put(1);
    const back = await put(11);
    await refused(put(10), 'rack.outside');
    await refused(put(20), 'rack.outside');
    await put(3, 1);
    await refused(put(13), 'rack.occupied', { hostname: 'u3' });
    await refused(catalog.change(internalCaller, 'device', back, { rack_deep: 1 }), 'rack.occupied', { hostname: 'u1' });
    await refused(catalog.change(internalCaller, 'rack', rack, { hasBack: 0 }), 'rack.inUse', { hostname: 'u11' });
    const holder = { role: 'User', inventory: 'write', groups: [], roles: [] } as const;
    const blind = (kind: string): Caller => ({
      ...internalCaller,
      principal: principalOf({ ...holder, levels: [`${kind}:none`] }, { enforceUserPermissions: true }),
    });
    await refused(catalog.change(blind('device'), 'rack', rack, { hasBack: 0 }), 'rack.inUse', { hostname: 'a device' });
    await refused(catalog.change(blind('rack'), 'device', back, { rack_start: 999 }), 'field.reference');
    await catalog.change(internalCaller, 'device', back, { rack: null });
    await catalog.change(internalCaller, 'rack', rack, { hasBack: 0 });
    await refused(catalog.change(internalCaller, 'rack', rack, { size: 3 }), 'rack.inUse', { hostname: 'u3' });
  });

  it('does not check the position of a device when other fields change', async () => {
    const { catalog, values } = setUp();
    const rack = await catalog.create(internalCaller, 'rack', { name: 'R' });
    const id = await catalog.create(internalCaller, 'device', { hostname: 'h', rack, rack_start: 500, rack_size: 1 });
    await catalog.change(internalCaller, 'device', id, { description: 'changed' });
    await catalog.change(internalCaller, 'device', id, { rack_start: 501 });
    expect(await values('device', id)).to.include({ rack, rack_start: 501 });
    await catalog.delete(internalCaller, 'rack', rack);
    expect(await values('device', id)).to.include({ rack: null });
  });
});

const blankSection = {
  description: null,
  masterSection: null,
  permissions: null,
  strictMode: false,
  subnetOrdering: null,
  editDate: null,
  showSubnet: true,
  showVLAN: false,
  showVRF: false,
  showSupernetOnly: false,
  DNS: null,
  custom: {},
};
