import { expect } from 'chai';
import { defaultSettings } from '../../domain/access/settings.js';
import { type KindName, kinds } from '../../domain/catalog/kinds.js';
import { collect } from '../support/collect.js';

import { describeFreshContract } from './support/contract.js';

const machines = ['Switch', 'Router', 'Firewall', 'Hub', 'Wireless', 'Database', 'Workstation', 'Laptop', 'Other'];
const tagDefaults = { showtag: true, fgcolor: '#ffffff', compress: 'No', locked: 'Yes', updateTag: true };

const builtIn: Partial<Record<KindName, readonly object[]>> = {
  l2domain: [
    {
      id: 1,
      values: { name: 'default', description: 'default L2 domain', sections: null, number: null, domainId: 1, editDate: null },
      custom: {},
    },
  ],
  tag: [
    { type: 'Offline', bgcolor: '#f59c99' },
    { type: 'Used', bgcolor: '#a9c9a4', showtag: false },
    { type: 'Reserved', bgcolor: '#9ac0cd' },
    { type: 'DHCP', bgcolor: '#c9c9c9', compress: 'Yes' },
  ].map((values, i) => ({ id: i + 1, values: { ...tagDefaults, ...values }, custom: {} })),
  deviceType: machines.map((name, i) => ({
    id: i + 1,
    values: { tname: name, tdescription: name, bgcolor: '#E6E6E6', fgcolor: '#000' },
    custom: {},
  })),
  scanAgent: [
    {
      id: 1,
      values: { name: 'localhost', description: 'Scanning from local machine', type: 'direct', code: null, last_access: null },
      custom: {},
    },
  ],
};

describeFreshContract('A fresh database', (storage) => {
  for (const kind of Object.keys(kinds) as KindName[]) {
    storage.itWith('catalog')(`contains the built-in rows of kind ${kind} and no others`, async () => {
      expect(await collect(storage.readers.catalog.list(kind))).to.deep.equal(builtIn[kind] ?? []);
    });
  }

  storage.itWith('identity')('contains the groups Operators and Guests', async () => {
    expect(await storage.readers.groups.list()).to.deep.equal([
      { id: 2, name: 'Operators', description: 'default Operator group', roles: [] },
      { id: 3, name: 'Guests', description: 'default Guest group (viewers)', roles: [] },
    ]);
  });

  it('contains nothing else', async () => {
    expect(await collect(storage.readers.sections.list())).to.deep.equal([]);
    expect(await collect(storage.readers.subnets.list({ order: { by: 'id' } }))).to.deep.equal([]);
    expect(await collect(storage.readers.addresses.list({ order: 'id' }))).to.deep.equal([]);
    if (storage.has('identity')) {
      expect(await storage.readers.users.list()).to.deep.equal([]);
      expect(await storage.readers.apps.list()).to.deep.equal([]);
    }
    expect(await storage.readers.customFields.list()).to.deep.equal([]);
  });

  it('has the default settings, also when they are read with a lock', async () => {
    expect(await storage.readers.settings.read()).to.deep.equal(defaultSettings);
    expect(await storage.write(({ settings }) => settings.lock())).to.deep.equal(defaultSettings);
  });

  storage.itWith('catalog', 'identity')('assigns ids after the built-in rows to new records', async () => {
    const id = await storage.write(({ catalog }) => catalog.insert('tag', { type: 'mine' }, {}));
    expect(id).to.be.greaterThan(4);
    const group = await storage.write(({ groups }) => groups.save({ name: 'mine', description: '', roles: [] }));
    expect(group).to.be.greaterThan(3);
  });
});
