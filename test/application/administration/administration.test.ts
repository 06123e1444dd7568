import { expect } from 'chai';
import { defaultSettings } from '../../../domain/access/settings.js';
import { defaultWebhookSettings } from '../../../domain/changes/webhook.js';
import { defaultDnsSettings } from '../../../domain/dns/dns-settings.js';
import { defaultScanSettings } from '../../../domain/scan/scan-settings.js';
import { app } from '../../domain/support/apps.js';
import { field, full, operator, problemOf, setUp } from '../support/administration.js';

describe('Administration.provision', () => {
  it('stores settings, groups, users, applications and custom fields, with defaults for omitted members', async () => {
    const { administration, readers } = setUp();
    const changed = await administration.provision(full);
    expect(changed).to.deep.equal(['settings', 'groups[0]', 'users[0]', 'apps[0]', 'customFields[0]']);
    expect((await readers.settings.read()).vlanMax).to.equal(4000);
    expect((await readers.groups.list()).find(({ id }) => id === 2)?.description).to.equal('On duty');
    const { id: _, ...user } = (await readers.users.findByName('OPERATOR')) ?? {};
    expect(user).to.deep.equal({
      username: 'operator',
      role: 'User',
      inventory: 'read',
      levels: [],
      roles: [],
      groups: [2],
      realName: 'Op Erator',
      email: 'op@domain.local',
      disabled: false,
      provider: null,
      subject: null,
      editDate: '2024-03-01 12:00:00',
      lastLogin: null,
      lastActivity: null,
      kind: 'person',
    });
    expect(await readers.apps.find('main')).to.deep.equal({ ...app, permission: 'write', showLinks: true });
    expect(await readers.customFields.list('subnets')).to.deep.equal([{ ...field, nullable: true }]);
  });

  it('changes nothing, hashes nothing and reports nothing when applied again', async () => {
    const { administration, readers, hasher, passMinutes } = setUp();
    await administration.provision(full);
    hasher.hashed = [];
    passMinutes(10);
    expect(await administration.provision(full)).to.deep.equal([]);
    expect(hasher.hashed).to.deep.equal([]);
    expect((await readers.users.findByName('operator'))?.editDate).to.equal('2024-03-01 12:00:00');
  });

  it('adds roles before groups and users with these roles, by name in any case, once', async () => {
    const { administration, readers } = setUp();
    const document = {
      roles: [{ name: 'Stock', levels: ['rack:write', 'device:read'], rights: ['users', 'history'] }],
      groups: [{ name: 'Warehouse', roles: ['STOCK', 'viewer'] }],
      users: [{ ...operator, roles: ['stock'], levels: ['vlan:write', 'customer:none'], inventory: 'none' }],
      serviceAccounts: [{ name: 'robot', roles: ['operator'] }],
    };
    expect(await administration.provision(document)).to.deep.equal(['roles[0]', 'groups[0]', 'users[0]', 'serviceAccounts[0]']);
    expect(await readers.roles.list()).to.deep.equal([
      { name: 'Stock', description: '', inventory: 'none', levels: ['rack:write', 'device:read'], rights: ['history', 'users'] },
    ]);
    expect((await readers.groups.list()).at(-1)?.roles).to.deep.equal(['Stock', 'Viewer']);
    const levels = ['customer:none', 'vlan:write'];
    expect(await readers.users.findByName('operator')).to.deep.include({ inventory: 'none', levels, roles: ['Stock'] });
    expect((await readers.users.findByName('robot'))?.roles).to.deep.equal(['Operator']);
    expect(await administration.provision(document)).to.deep.equal([]);
    const problem = await problemOf(administration.provision({ groups: [{ name: 'Warehouse', roles: ['none'] }] }));
    expect(problem).to.deep.equal({ entry: 'groups[0] "roles"', problem: 'name a role that does not exist: none' });
  });

  it('writes everything in one unit of work, and hashes passwords before it', async () => {
    const { administration, units, hasher, unitOfWork } = setUp();
    const events: string[] = [];
    const run = unitOfWork.run.bind(unitOfWork);
    unitOfWork.run = (work) => {
      events.push('unit of work');
      return run(work);
    };
    const hash = hasher.hash.bind(hasher);
    hasher.hash = (password) => {
      events.push('hash');
      return hash(password);
    };
    await administration.provision(full);
    expect(units.count).to.equal(1);
    expect(events).to.deep.equal(['hash', 'unit of work']);
  });

  it('rolls back everything when an entry conflicts with stored data', async () => {
    const { administration, readers } = setUp();
    const before = await readers.settings.read();
    const problem = await problemOf(
      administration.provision({ ...full, users: [operator, { ...operator, username: 'second', groups: ['Nobodies'] }] }),
    );
    expect(problem).to.deep.equal({ entry: 'users[1] "groups"', problem: 'name a group that does not exist: Nobodies' });
    expect(await readers.settings.read()).to.deep.equal(before);
    expect(await readers.users.list()).to.deep.equal([]);
    expect(await readers.apps.list()).to.deep.equal([]);
    expect(await readers.customFields.list()).to.deep.equal([]);
  });

  it('replaces only the settings that the document names, also among the defaults', async () => {
    const { administration, readers } = setUp();
    await administration.provision({
      settings: { linkField: 'custom_link', defaults: { sectionStrictMode: true }, scan: { attempts: 4 } },
    });
    await administration.provision({
      settings: {
        uniqueVlanNumbers: true,
        prefixFields: { externalId: 'ext' },
        defaults: { subnetScanAgent: null },
        scan: { enabled: true },
      },
    });
    expect(await readers.settings.read()).to.deep.equal({
      uniqueVlanNumbers: true,
      linkField: 'custom_link',
      prefixFields: { subnets: 'custom_customer_type', addresses: 'custom_customer_address_type', externalId: 'ext' },
      vlanMax: 4096,
      enforceUserPermissions: true,
      changeLogDays: 365,
      keyDays: 366,
      secondFactor: 'none',
      defaults: { sectionStrictMode: true, subnetScanAgent: null, subnetState: 2 },
      scan: { ...defaultScanSettings, attempts: 4, enabled: true },
      webhooks: defaultWebhookSettings,
      dns: defaultDnsSettings,
      usageHistory: { enabled: true, hour: 0 },
      alarms: defaultSettings.alarms,
      mail: defaultSettings.mail,
    });
    await administration.provision({ settings: { linkField: null } });
    expect((await readers.settings.read()).linkField).to.equal(null);
  });

  it('finds a group by its name when no id is given, and renames the group of a given id', async () => {
    const { administration, readers } = setUp();
    await administration.provision({
      groups: [{ name: 'Operators', description: 'by name' }, { id: 3, name: 'Visitors' }, { name: 'Auditors' }],
    });
    const stored = await readers.groups.list();
    expect(stored.slice(0, 2)).to.deep.equal([
      { id: 2, name: 'Operators', description: 'by name', roles: [] },
      { id: 3, name: 'Visitors', description: '', roles: [] },
    ]);
    expect(stored.map(({ name }) => name)).to.deep.equal(['Operators', 'Visitors', 'Auditors']);
  });

  it('finds a user without regard to case, changes members that differ, and sets the edit date', async () => {
    const { administration, readers, hasher, passMinutes } = setUp();
    await administration.provision(full);
    passMinutes(1);
    hasher.hashed = [];
    const changed = await administration.provision({
      users: [{ ...operator, username: 'Operator', role: 'Administrator', inventory: 'write', groups: ['Guests', 'Operators'] }],
    });
    expect(changed).to.deep.equal(['users[0]']);
    const users = await readers.users.list();
    expect(
      users.map(({ username, role, inventory, groups, editDate }) => ({ username, role, inventory, groups, editDate })),
    ).to.deep.equal([
      { username: 'Operator', role: 'Administrator', inventory: 'write', groups: [2, 3], editDate: '2024-03-01 12:01:00' },
    ]);
    expect(hasher.hashed).to.deep.equal([]);
  });

  it('retains the stored password when an entry has none, and rejects a new user without a password', async () => {
    const { administration, readers } = setUp();
    await administration.provision(full);
    const { password: _, ...withoutPassword } = operator;
    expect(await administration.provision({ users: [withoutPassword] })).to.deep.equal([]);
    const user = await readers.users.findByName('operator');
    expect(await readers.users.findPasswordHash(user?.id ?? 0)).to.equal('v1:secret123');
    const problem = await problemOf(administration.provision({ users: [{ ...withoutPassword, username: 'another' }] }));
    expect(problem).to.deep.equal({ entry: 'users[0] "password"', problem: 'is required for a new user' });
  });

  it('rejects a group name that another stored group has', async () => {
    const { administration } = setUp();
    const problem = await problemOf(administration.provision({ groups: [{ id: 7, name: 'Guests' }] }));
    expect(problem).to.deep.equal({ entry: 'groups[0] "name"', problem: 'is already the name of group 3' });
  });

  for (const [member, value] of [
    ['subnetState', 99],
    ['subnetScanAgent', 99],
  ] as const) {
    it(`rejects a default ${member} that does not exist`, async () => {
      const { administration } = setUp();
      const problem = await problemOf(administration.provision({ settings: { defaults: { [member]: value } } }));
      expect(problem.entry).to.equal(`settings.defaults "${member}"`);
    });
  }
});

describe('Administration.pruneChangeLog', () => {
  const entry = {
    object: 'section',
    objectId: 7,
    objectName: null,
    action: 'add',
    differences: [],
    userId: null,
    by: 'x',
    appId: null,
    clientAddress: null,
  } as const;

  const keptOf = async (changeLogDays: number | null): Promise<string[]> => {
    const { administration, readers, unitOfWork } = setUp();
    await administration.provision({ settings: { changeLogDays } });
    await unitOfWork.run(async ({ changeLog }) => {
      for (const at of ['2024-02-27 11:59:59', '2024-02-29 12:00:00', '2024-03-01 11:00:00'])
        await changeLog.append({ ...entry, at });
    });
    await administration.pruneChangeLog();
    return (await readers.changeLog.list('section', 7, 9)).map(({ at }) => at);
  };

  it('deletes entries older than the configured number of days', async () => {
    expect(await keptOf(1)).to.deep.equal(['2024-03-01 11:00:00', '2024-02-29 12:00:00']);
  });

  it('deletes nothing when the history has no time limit', async () => {
    expect(await keptOf(null)).to.have.length(3);
  });
});
