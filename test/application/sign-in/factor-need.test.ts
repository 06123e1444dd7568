import { expect } from 'chai';
import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import { requiresFactor } from '../../../application/access/sign-in/factor-need.js';
import { defaultSettings } from '../../../domain/access/settings.js';
import { newUser } from '../../contracts/support/builders.js';

describe('The second factor of administrators', () => {
  it('is required of users with the role Administrator, also from a group, and of no others', async () => {
    const { readers, unitOfWork } = createMemoryDatabase();
    await unitOfWork.run(async ({ settings, groups, users }) => {
      await settings.write({ ...defaultSettings, secondFactor: 'administrators' });
      await groups.save({ id: 9, name: 'Root', description: '', roles: ['Administrator'] });
      await users.insert(newUser({ username: 'own', role: 'Administrator' }), 'hash');
      await users.insert(newUser({ username: 'byGroup', groups: [9] }), 'hash');
      await users.insert(newUser({ username: 'other', groups: [2], roles: ['Operator'] }), 'hash');
    });
    const required = await Promise.all((await readers.users.list()).map((user) => requiresFactor(readers, user)));
    expect(required).to.deep.equal([true, true, false]);
  });
});
