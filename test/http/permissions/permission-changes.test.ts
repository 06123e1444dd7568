import { expect } from 'chai';
import { internalCaller } from '../../../application/caller.js';
import { Prefix } from '../../../domain/net/prefix.js';
import type { ApiClient, WireRecord } from '../../support/api-client.js';
import { adminRoutes, allProbes, comparable, everyRoute, send, storageRoutes } from '../support/permission-routes.js';
import { hidingLevels, type Levels, PermissionWorld, searchTexts, showingLevels } from '../support/permission-world.js';

/** Routes outside the other matrices: their answers depend on the caller or on all past changes. */
const otherRoutes = everyRoute.filter((tried) => !storageRoutes.includes(tried) && !adminRoutes.includes(tried));

const says = ({ section, subnet }: Levels): string => `level ${section} on the section, ${subnet} on subnets`;

interface ListedChange extends WireRecord {
  readonly id: string;
  readonly kind: string;
  readonly objectId: number | string;
  readonly subnetId: number | string | null;
}

/** All changes that a client receives, read page by page. */
async function changesFor(client: ApiClient): Promise<readonly ListedChange[]> {
  const all: ListedChange[] = [];
  for (let after = ''; ; ) {
    const page = (await client.get(`/changes/?limit=7&after=${after}`)).record as { changes: ListedChange[]; after: string };
    all.push(...page.changes);
    if (page.after === after) return all;
    after = page.after;
  }
}

const audited = ['user', 'group', 'app', 'customField', 'settings', 'token', 'clientAddress', 'webhook', 'provider'];

/** Whether a change concerns objects that the levels hide. @param more ids of other hidden subnets */
const isHidden =
  ({ target }: PermissionWorld, { section }: Levels, more: readonly number[] = []) =>
  ({ kind, objectId, subnetId }: ListedChange): boolean => {
    if (kind === 'section') return section === 0 && Number(objectId) === target.section;
    return (
      ['subnet', 'address', 'range', 'request'].includes(kind) &&
      [target.subnet, target.folder, ...more].includes(Number(subnetId))
    );
  };

describe('The permission matrix of users, tokens, own keys and changes', () => {
  const worlds: PermissionWorld[] = [];
  const start = async (levels: Levels): Promise<PermissionWorld> => {
    const world = await PermissionWorld.start(levels);
    worlds.push(world);
    return world;
  };
  afterEach(() => Promise.all(worlds.splice(0).map((world) => world.close())));

  it('covers all routes outside the other matrices: users, own accounts, keys, views and imports, and changes', () => {
    const paths = [
      '/',
      '/token{/*rest}',
      '/token_expires{/*rest}',
      '/rights{/*rest}',
      '/all{/*rest}',
      '/admins{/*rest}',
      '/*rest',
    ];
    const user = [
      'POST /user/{*rest}',
      ...paths.map((path) => `GET /user${path}`),
      'PATCH /user/{*rest}',
      'DELETE /user/{*rest}',
    ];
    const keys = ['GET /keys/', 'POST /keys/', 'POST /keys/:id/rotate', 'PATCH /keys/:id', 'DELETE /keys/:id'];
    const titles = otherRoutes.filter(({ route }) => route.access !== 'ownAccount').map(({ title }) => title);
    const views = ['GET /views/', 'GET /views/:id', 'POST /views/', 'PATCH /views/:id', 'DELETE /views/:id'];
    const actions = ['rows', 'start', 'stop'].map((word) => `POST /imports/:id/${word}`);
    const reads = ['/', '/:id/refused', '/:id'].map((path) => `GET /imports${path}`);
    const imports = [...reads, 'POST /imports/', ...actions, 'DELETE /imports/:id'];
    expect(titles).to.have.members([...user, ...keys, ...views, ...imports, 'GET /changes/']);
  });

  it('answers requests for users, tokens and own keys as if hidden objects did not exist', async () => {
    for (const levels of hidingLevels) {
      const [there, gone] = [await start(levels), await start(levels)];
      await gone.deleteHidden(levels);
      for (const tried of otherRoutes.filter(({ route }) => route.access !== 'changes'))
        for (const probe of allProbes(tried, there)) {
          const [answer, expected] = [await send(there.viewer, probe), await send(gone.viewer, probe)];
          expect(comparable(answer), `${says(levels)}: ${tried.title}`).to.deep.equal(comparable(expected));
        }
    }
  });

  for (const levels of hidingLevels) {
    it(`returns no change of hidden objects while they exist, after a move and after deletion: ${says(levels)}`, async () => {
      const world = await start(levels);
      const { sections, subnets, addresses } = world.server.application;
      const { target, open, viewer, server } = world;
      const secret = 'nobody-may-read-this.example';
      await addresses.change(internalCaller, target.address, { hostname: secret });
      await subnets.change(internalCaller, target.subnet, { description: secret });
      const { id: child } = await subnets.create(internalCaller, Prefix.parse('10.2.0.128/25'), {
        sectionId: target.section,
        masterSubnetId: target.subnet,
      });
      let hides = isHidden(world, levels, [child]);
      const compare = async (): Promise<void> => {
        const whole = await changesFor(server.client);
        const own = await changesFor(viewer);
        const ids = (changes: readonly ListedChange[]) => changes.map(({ id }) => id);
        const shown = whole.filter((change) => !audited.includes(change.kind) && !hides(change));
        expect(ids(own)).to.deep.equal(ids(shown));
        expect(whole.filter(hides)).to.not.have.length(0);
        const text = JSON.stringify(own);
        for (const word of [secret, searchTexts.network, searchTexts.hostname]) expect(text).to.not.include(word);
      };
      await compare();
      await subnets.change(internalCaller, open.subnet, { sectionId: target.section });
      await subnets.setPermissions(internalCaller, open.subnet, { 3: levels.subnet });
      hides = isHidden(world, levels, [child, open.subnet]);
      await compare();
      await addresses.delete(internalCaller, target.address);
      await subnets.delete(internalCaller, target.subnet);
      await compare();
      await sections.delete(internalCaller, target.section);
      await compare();
    });
  }

  for (const levels of showingLevels) {
    it(`returns all changes except administrative ones, and those of other requests from level 2 on: ${says(levels)}`, async () => {
      const { viewer, server } = await start(levels);
      const whole = await changesFor(server.client);
      const ids = (changes: readonly ListedChange[]) => changes.map(({ id }) => id);
      const isShown = ({ kind }: ListedChange) => !audited.includes(kind) && (kind !== 'request' || levels.subnet >= 2);
      const open = whole.find(({ kind }) => kind === 'request');
      expect(ids(await changesFor(viewer))).to.deep.equal(ids(whole.filter((each) => isShown(each) || each === open)));
      expect(whole.some(({ kind }) => audited.includes(kind))).to.equal(true);
    });
  }
});
