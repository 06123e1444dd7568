import { expect } from 'chai';
import type { SavedView } from '../../../domain/access/saved-view.js';
import { newUser, uniqueWord } from '../support/builders.js';
import { describeContract } from '../support/contract.js';

describeContract('Saved views', ['identity'], (storage) => {
  const addUser = () => storage.write(({ users }) => users.insert(newUser({ username: uniqueWord() }), 'hash'));
  const view = (given: Partial<SavedView> & Pick<SavedView, 'userId'>): Omit<SavedView, 'id'> => ({
    name: `O'Neill "日"`,
    path: 'records/vlan?sort=-number&where=%5B%22number+gte+100%22%5D',
    shared: false,
    ...given,
  });
  const add = (given: Partial<SavedView> & Pick<SavedView, 'userId'>) =>
    storage.write(({ savedViews }) => savedViews.insert(view(given)));

  it('store all their values, are replaced by id and deleted once', async () => {
    const userId = await addUser();
    const id = await add({ userId });
    expect(await storage.readers.savedViews.find(id)).to.deep.equal({ ...view({ userId }), id });
    const changed = { ...view({ userId, name: 'other', path: 'map', shared: true }), id };
    await storage.write(({ savedViews }) => savedViews.update(changed));
    expect(await storage.readers.savedViews.find(id)).to.deep.equal(changed);
    const deleted = await storage.write(async ({ savedViews }) => [await savedViews.delete(id), await savedViews.delete(id)]);
    expect(deleted).to.deep.equal([true, false]);
    expect(await storage.readers.savedViews.find(id)).to.equal(undefined);
    expect(await storage.readers.savedViews.find(2 ** 40)).to.equal(undefined);
  });

  it('are listed for their author, and shared ones for all users, in order of id', async () => {
    const [one, other] = [await addUser(), await addUser()];
    const own = await add({ userId: one, name: 'b' });
    const shared = await add({ userId: other, shared: true, name: 'a' });
    const hidden = await add({ userId: other });
    const listed = (await storage.readers.savedViews.list(one)).map(({ id }) => id);
    expect(listed.filter((id) => [own, shared, hidden].includes(id))).to.deep.equal([own, shared]);
  });

  it('are deleted with their author', async () => {
    const userId = await addUser();
    const id = await add({ userId, shared: true });
    await storage.write(({ users }) => users.delete(userId));
    expect(await storage.readers.savedViews.find(id)).to.equal(undefined);
  });
});
