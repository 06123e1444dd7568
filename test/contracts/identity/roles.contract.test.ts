import { expect } from 'chai';
import type { OwnRole } from '../../../domain/access/role.js';
import { newUser, uniqueWord } from '../support/builders.js';
import { describeContract } from '../support/contract.js';

const role = (given: Partial<OwnRole> = {}): OwnRole => ({
  name: uniqueWord(),
  description: `O'Neill "日"`,
  inventory: 'read',
  levels: ['vlan:write', 'rack:none'],
  rights: ['history', 'secrets'],
  ...given,
});

describeContract('Roles', ['identity'], (storage) => {
  it('store all their values, are replaced by name and deleted once', async () => {
    const first = role();
    await storage.write(({ roles }) => roles.save(first));
    expect(await storage.readers.roles.list()).to.deep.include(first);
    const second = role({ name: first.name, inventory: 'none', levels: [], rights: [] });
    await storage.write(({ roles }) => roles.save(second));
    expect((await storage.readers.roles.list()).filter(({ name }) => name === first.name)).to.deep.equal([second]);
    const deleted = await storage.write(async ({ roles }) => [await roles.delete(first.name), await roles.delete(first.name)]);
    expect(deleted).to.deep.equal([true, false]);
    expect((await storage.readers.roles.list()).map(({ name }) => name)).not.to.include(first.name);
  });

  it('are listed by name', async () => {
    const word = uniqueWord();
    for (const suffix of ['b', 'C', 'a']) await storage.write(({ roles }) => roles.save(role({ name: `${word}-${suffix}` })));
    const names = (await storage.readers.roles.list()).map(({ name }) => name).filter((name) => name.startsWith(word));
    expect(names).to.deep.equal([`${word}-C`, `${word}-a`, `${word}-b`]);
  });

  it('are stored for users and groups, and levels by kind for users', async () => {
    const given = { inventory: 'none', levels: ['vlan:read'], roles: ['Operator', 'x'] } as const;
    const user = newUser({ username: uniqueWord(), ...given });
    const id = await storage.write(({ users }) => users.insert(user, 'hash'));
    expect(await storage.readers.users.find(id)).to.deep.include(given);
    await storage.write(({ users }) => users.update(id, { levels: [], roles: ['Viewer'] }));
    expect(await storage.readers.users.find(id)).to.deep.include({ inventory: 'none', levels: [], roles: ['Viewer'] });
    const group = { name: uniqueWord(), description: '', roles: ['Auditor'] };
    const groupId = await storage.write(({ groups }) => groups.save(group));
    expect(await storage.readers.groups.list()).to.deep.include({ ...group, id: groupId });
  });
});
