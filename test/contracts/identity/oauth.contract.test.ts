import { expect } from 'chai';
import type { OAuthClient, OAuthGrant } from '../../../domain/access/oauth.js';
import { newUser, uniqueWord } from '../support/builders.js';
import { describeFreshContract } from '../support/contract.js';

const at = (seconds: number): Date => new Date(Date.UTC(2030, 0, 1, 0, 0, seconds));

const clientOf = (given: Partial<OAuthClient> = {}): OAuthClient => ({
  ...{ id: uniqueWord(), name: `it's "日"`, redirectUris: ['https://a.example/', 'http://127.0.0.1/'], created: at(0) },
  ...{ lastGranted: null, ...given },
});

const grantOf = (userId: number, given: Partial<OAuthGrant> = {}): OAuthGrant => ({
  ...{ family: uniqueWord(), clientId: 'client', clientName: 'Tool', userId, scopes: ['*:read', 'feed'] },
  ...{
    redirectUri: 'https://a.example/',
    challenge: 'c',
    secret: 's',
    keyDigest: null,
    created: at(0),
    expires: at(60),
    ...given,
  },
});

describeFreshContract('OAuth', ['identity'], (storage) => {
  const insertUser = (): Promise<number> => storage.write(({ users }) => users.insert(newUser(), ''));
  const insert = (client: OAuthClient, max = 1000) => storage.write(({ oauth }) => oauth.insertClient(client, max));
  const save = (grant: OAuthGrant) => storage.write(({ oauth }) => oauth.saveGrant(grant));
  const isStored = async ({ id }: OAuthClient) => (await storage.readers.oauth.findClient(id)) !== undefined;

  it('stores clients, and the time of the last consent', async () => {
    const client = clientOf();
    await insert(client);
    expect(await storage.readers.oauth.findClient(client.id)).to.deep.equal(client);
    await storage.write(({ oauth }) => oauth.noteConsent(client.id, at(9)));
    expect(await storage.readers.oauth.findClient(client.id)).to.deep.equal({ ...client, lastGranted: at(9) });
    expect(await storage.readers.oauth.findClient('unknown')).to.equal(undefined);
  });

  it('deletes the oldest clients without a consent above a maximum number', async () => {
    const used = clientOf({ created: at(0), lastGranted: at(1) });
    const [old, middle, young] = [clientOf({ created: at(1) }), clientOf({ created: at(2) }), clientOf({ created: at(3) })];
    await storage.write(({ oauth }) => oauth.deleteOutlived({ grants: at(0), unusedClients: at(999), clients: at(999) }));
    for (const client of [used, old, middle, young]) await insert(client, 3);
    expect(await Promise.all([used, old, middle, young].map(isStored))).to.deep.equal([true, false, true, true]);
  });

  it('stores and replaces grants, and lists those of a user, the oldest first', async () => {
    const [userId, other] = [await insertUser(), await insertUser()];
    const [young, old, ofOtherUser] = [grantOf(userId, { created: at(2) }), grantOf(userId, { created: at(1) }), grantOf(other)];
    for (const grant of [young, old, ofOtherUser]) await save(grant);
    expect(await storage.readers.oauth.listGrants(userId)).to.deep.equal([old, young]);
    const changed = { ...old, secret: 'other', keyDigest: 'digest', expires: at(99) };
    await save(changed);
    expect(await storage.readers.oauth.findGrant(old.family)).to.deep.equal(changed);
    expect(await storage.write(({ oauth }) => oauth.deleteGrant(old.family))).to.equal(true);
    expect(await storage.write(({ oauth }) => oauth.deleteGrant(old.family))).to.equal(false);
    expect(await storage.readers.oauth.listGrants(userId)).to.deep.equal([young]);
  });

  it('stores grants of clients that are not registered, whose id is a URL', async () => {
    const clientId = `https://tool.example/${'x'.repeat(470)}?a=%20'`;
    const grant = grantOf(await insertUser(), { clientId, keyDigest: 'key', expires: at(60) });
    await save(grant);
    await storage.write(({ oauth }) => oauth.noteConsent(clientId, at(9)));
    expect(await storage.readers.oauth.findClient(clientId)).to.equal(undefined);
    await storage.write(({ oauth }) => oauth.deleteOutlived({ grants: at(10), unusedClients: at(999), clients: at(999) }));
    expect(await storage.readers.oauth.findGrant(grant.family)).to.deep.equal(grant);
    expect(await storage.readers.oauth.listGrants(grant.userId)).to.deep.equal([grant]);
  });

  it('deletes grants with their users', async () => {
    const grant = grantOf(await insertUser());
    await save(grant);
    await storage.write(({ users }) => users.delete(grant.userId));
    expect(await storage.readers.oauth.findGrant(grant.family)).to.equal(undefined);
  });

  it('deletes expired grants, and outdated clients without a grant', async () => {
    const userId = await insertUser();
    const ended = grantOf(userId, { expires: at(10), keyDigest: 'key' });
    const clients = {
      young: clientOf({ created: at(50) }),
      unused: clientOf({ created: at(10) }),
      recent: clientOf({ created: at(0), lastGranted: at(40) }),
      left: clientOf({ created: at(0), lastGranted: at(1) }),
      busy: clientOf({ created: at(0), lastGranted: at(1) }),
    };
    for (const client of Object.values(clients)) await insert(client);
    const live = grantOf(userId, { clientId: clients.busy.id });
    for (const grant of [ended, live]) await save(grant);
    const before = { grants: at(20), unusedClients: at(30), clients: at(30) };
    const deleted = await storage.write(({ oauth }) => oauth.deleteOutlived(before));
    expect(deleted.filter((grant) => grant.userId === userId)).to.deep.equal([ended]);
    expect(await storage.readers.oauth.listGrants(userId)).to.deep.equal([live]);
    const stored = await Promise.all(Object.values(clients).map(isStored));
    expect(Object.keys(clients).filter((_, index) => stored[index])).to.deep.equal(['young', 'recent', 'busy']);
  });
});
