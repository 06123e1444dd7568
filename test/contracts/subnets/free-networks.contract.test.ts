import { expect } from 'chai';
import fc from 'fast-check';
import { firstFreePrefix, freePrefixes, lastFreePrefix } from '../../../domain/allocation/free-prefixes.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { collect } from '../../support/collect.js';
import { cidr, newFolder, newNetwork, newSection } from '../support/builders.js';
import { describeContract } from '../support/contract.js';
import { FollowedHistories } from '../support/followed-histories.js';

describeContract('Free networks', (storage) => {
  const insertSection = (): Promise<number> => storage.write(({ sections }) => sections.insert(newSection()));

  async function insert(network: string, master?: number): Promise<number> {
    const sectionId = await insertSection();
    const given = master === undefined ? {} : { masterSubnetId: master };
    return storage.write(({ subnets }) => subnets.insert(newNetwork(sectionId, network, given)));
  }

  const first = async (id: number, network: string, length: number): Promise<string> =>
    String(await storage.readers.subnets.freePrefix({ id, prefix: cidr(network) }, length, 'first'));
  const last = async (id: number, network: string, length: number): Promise<string> =>
    String(await storage.readers.subnets.freePrefix({ id, prefix: cidr(network) }, length, 'last'));
  const expectGaps = async (id: number, network: string, length: number, expected: readonly string[]): Promise<void> => {
    if (!storage.has('gaps')) return;
    const found = await collect(storage.readers.subnets.freeGaps({ id, prefix: cidr(network) }, length));
    expect(found.map((gap) => `${gap.first}-${gap.last}`)).to.deep.equal(expected);
  };

  it('are the whole network if it has no child', async () => {
    const id = await insert('0.0.0.0/28');
    expect([await first(id, '0.0.0.0/28', 28), await last(id, '0.0.0.0/28', 28)]).to.deep.equal(['0.0.0.0/28', '0.0.0.0/28']);
    expect([await first(id, '0.0.0.0/28', 32), await last(id, '0.0.0.0/28', 32)]).to.deep.equal(['0.0.0.0/32', '0.0.0.15/32']);
    await expectGaps(id, '0.0.0.0/28', 32, ['0-15']);
    expect(await first(id, '0.0.0.0/28', 27), 'a length that does not fit').to.equal('undefined');
  });

  it('do not exist if a child has the same size', async () => {
    const id = await insert('255.255.255.0/24');
    const child = await insert('255.255.255.0/24', id);
    expect(await first(id, '255.255.255.0/24', 32)).to.equal('undefined');
    await expectGaps(id, '255.255.255.0/24', 32, []);
    await storage.write(({ subnets }) => subnets.delete(child));
    expect(await last(id, '255.255.255.0/24', 32)).to.equal('255.255.255.255/32');
  });

  it('are aligned, in the lowest or the highest gap with enough space', async () => {
    const id = await insert('10.0.0.0/24');
    for (const child of ['10.0.0.0/27', '10.0.0.64/26', '10.0.0.192/27', '10.0.0.248/29']) await insert(child, id);
    expect(await first(id, '10.0.0.0/24', 26)).to.equal('10.0.0.128/26');
    expect(await first(id, '10.0.0.0/24', 27)).to.equal('10.0.0.32/27');
    expect(await last(id, '10.0.0.0/24', 28)).to.equal('10.0.0.224/28');
    expect(await last(id, '10.0.0.0/24', 27)).to.equal('10.0.0.160/27');
    await expectGaps(id, '10.0.0.0/24', 27, ['167772192-167772223', '167772288-167772351']);
    await expectGaps(id, '10.0.0.0/24', 28, ['167772192-167772223', '167772288-167772351', '167772384-167772407']);
  });

  it('ignore grandchildren, folders and networks elsewhere', async () => {
    const id = await insert('10.0.0.0/24');
    const sectionId = await insertSection();
    const folder = await storage.write(({ subnets }) => subnets.insert(newFolder(sectionId, { masterSubnetId: id })));
    await insert('10.0.0.0/25', folder);
    await insert('10.0.0.0/25');
    expect(await first(id, '10.0.0.0/24', 24)).to.equal('10.0.0.0/24');
  });

  it('span the whole IPv6 address space', async () => {
    const id = await insert('::/0');
    expect(await last(id, '::/0', 128)).to.equal('ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff/128');
    const child = await insert('8000::/1', id);
    expect(await last(id, '::/0', 64)).to.equal('7fff:ffff:ffff:ffff::/64');
    expect(await first(id, '::/0', 1)).to.equal('::/1');
    await storage.write(({ subnets }) => subnets.delete(child));
    await expectGaps(id, '::/0', 0, [`0-${2n ** 128n - 1n}`]);
  });

  it('are free again after the section of a child is deleted', async () => {
    const id = await insert('10.0.0.0/24');
    const sectionId = await insertSection();
    await storage.write(({ subnets }) => subnets.insert(newNetwork(sectionId, '10.0.0.0/25', { masterSubnetId: id })));
    expect(await first(id, '10.0.0.0/24', 25)).to.equal('10.0.0.128/25');
    await storage.write(({ sections }) => sections.delete(sectionId));
    expect(await first(id, '10.0.0.0/24', 25)).to.equal('10.0.0.0/25');
  });

  /** A change of the children of two networks. Children may overlap, as in different VRFs. */
  type Step =
    | { readonly do: 'add'; readonly to: number; readonly child: string }
    | { readonly do: 'delete' | 'move'; readonly child: number }
    | { readonly do: 'reshape'; readonly child: number; readonly to: string }
    | { readonly do: 'resize'; readonly master: number; readonly length: number }
    | { readonly do: 'look' };

  const childOf = fc
    .tuple(fc.integer({ min: 20, max: 32 }), fc.nat(4095))
    .map(([length, host]) => String(Prefix.containing(cidr(`10.0.${host >> 8}.${host & 255}/32`).network, length)));
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('add' as const), to: fc.nat(1), child: childOf }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('delete' as const, 'move' as const), child: fc.nat(20) }) },
    fc.record({ do: fc.constant('reshape' as const), child: fc.nat(20), to: childOf }),
    fc.record({ do: fc.constant('resize' as const), master: fc.nat(1), length: fc.integer({ min: 18, max: 22 }) }),
    fc.constant({ do: 'look' as const }),
  );

  it('equal those of a naive model after any changes of children, parents and sizes', async () => {
    const followed = new FollowedHistories();
    const property = fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const model = await newModel();
      for (const next of steps) await apply(model, next);
      followed.note(
        model.masters.map(({ id }) => id),
        steps,
      );
      for (const master of model.masters) await compare(model, master);
    });
    await fc.assert(property, { numRuns: 30 });
    await followed.expectConsistent(storage);
  }).timeout(120_000);

  interface Model {
    readonly sectionId: number;
    readonly masters: { readonly id: number; prefix: Prefix }[];
    readonly children: { readonly id: number; master: number; prefix: Prefix }[];
  }

  async function newModel(): Promise<Model> {
    const sectionId = await insertSection();
    const masters: Model['masters'] = [];
    for (const network of ['10.0.0.0/20', '10.0.0.0/20']) {
      const id = await storage.write(({ subnets }) => subnets.insert(newNetwork(sectionId, network)));
      masters.push({ id, prefix: cidr(network) });
    }
    return { sectionId, masters, children: [] };
  }

  async function apply(model: Model, next: Step): Promise<void> {
    const { sectionId, masters, children } = model;
    if (next.do === 'look') {
      for (const master of masters) await compare(model, master);
    } else if (next.do === 'add') {
      const master = masters[next.to]?.id ?? 0;
      const values = newNetwork(sectionId, next.child, { masterSubnetId: master });
      const id = await storage.write(({ subnets }) => subnets.insert(values));
      children.push({ id, master, prefix: cidr(next.child) });
    } else if (next.do === 'resize') {
      const master = masters[next.master] as Model['masters'][number];
      master.prefix = Prefix.containing(master.prefix.network, next.length);
      await storage.write(({ subnets }) => subnets.update(master.id, { prefix: master.prefix }));
    } else await applyToChild(model, next);
  }

  async function applyToChild({ masters, children }: Model, next: Extract<Step, { child: number }>): Promise<void> {
    const child = children[next.child % Math.max(children.length, 1)];
    if (!child) return;
    if (next.do === 'delete') {
      await storage.write(({ subnets }) => subnets.delete(child.id));
      children.splice(children.indexOf(child), 1);
    } else if (next.do === 'move') {
      const master = masters.find(({ id }) => id !== child.master)?.id ?? 0;
      child.master = master;
      await storage.write(({ subnets }) => subnets.update(child.id, { masterSubnetId: master }));
    } else {
      const prefix = cidr((next as Extract<Step, { do: 'reshape' }>).to);
      child.prefix = prefix;
      await storage.write(({ subnets }) => subnets.update(child.id, { prefix }));
    }
  }

  async function compare({ children }: Model, { id, prefix }: Model['masters'][number]): Promise<void> {
    const own = children.filter(({ master }) => master === id).map((child) => child.prefix);
    own.sort((a, b) => a.compare(b));
    for (const length of [18, 21, 24, 27, 32]) {
      const found = await Promise.all(
        (['first', 'last'] as const).map((end) => storage.readers.subnets.freePrefix({ id, prefix }, length, end)),
      );
      expect(found.map(String), `/${length} of ${prefix} without ${own.join()}`).to.deep.equal(
        [firstFreePrefix(prefix, own, length), lastFreePrefix(prefix, own, length)].map(String),
      );
    }
    if (!storage.has('gaps')) return;
    const room = await collect(storage.readers.subnets.freeGaps({ id, prefix }, 24));
    const counted = room.reduce((sum, gap) => sum + ((gap.last + 1n) / 256n - (gap.first + 255n) / 256n), 0n);
    expect(Number(counted)).to.equal(prefix.length > 24 ? 0 : [...freePrefixes(prefix, own, 24)].length);
  }
});
