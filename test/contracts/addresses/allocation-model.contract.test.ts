import fc from 'fast-check';
import { RandomTokenSource, systemClock, systemRandom, systemTimers } from '../../../adapters/system/index.js';
import { Administration } from '../../../application/access/administration/administration.js';
import { createApplication } from '../../../application/index.js';
import { NotingHasher } from '../../application/support/administration.js';
import { type OpenStorage, storageVariants } from '../../support/databases/storage-variants.js';
import { addressOperations } from '../support/address-operations.js';
import { regions, selectionFields } from '../support/allocation/allocation-inputs.js';
import { askBeside, expectConsistent, expectStored, look, lookClosely } from '../support/allocation/allocation-looks.js';
import { anyChoice, type Choice, caller, type Ground, type Operation, World } from '../support/allocation/allocation-world.js';
import { uniqueWord } from '../support/builders.js';
import { reshapeOperations } from '../support/reshape-operations.js';
import { subnetOperations } from '../support/subnet-operations.js';

/** The number of histories, by name of the storage. */
const runs: Readonly<Record<string, number>> = { memory: 80, PGlite: 10, PostgreSQL: 18 };

/** Time limit of a storage in milliseconds. After it, no further history starts and no failure is shrunk. */
const longest = 60_000;

const longestHistory = 60;

/** When free space and usage are read: after each step (compared), during each step, or only in steps of their own. */
const looking = ['after', 'after', 'beside', 'asked'] as const;

const looks = { look: (world: World) => look(world) };

const operations: Readonly<Record<string, readonly [weight: number, Operation]>> = {
  look: [4, looks.look],
  'create address': [7, addressOperations.create],
  'allocate addresses': [8, addressOperations.allocate],
  'select address': [3, addressOperations.select],
  'retag address': [3, addressOperations.retag],
  'delete address': [5, addressOperations.remove],
  'delete in subnet': [3, addressOperations.removeInSubnet],
  truncate: [1, addressOperations.truncate],
  'create section': [2, subnetOperations.createSection],
  'delete section': [2, subnetOperations.deleteSection],
  'create root': [4, subnetOperations.createRoot],
  'create nested': [8, subnetOperations.createNested],
  'create folder': [3, subnetOperations.createFolder],
  'allocate subnets': [6, subnetOperations.allocate],
  'select subnet': [2, subnetOperations.select],
  'delete subnet': [4, subnetOperations.remove],
  move: [3, reshapeOperations.moveToMaster],
  'move to section': [1, reshapeOperations.moveToSection],
  'change VRF': [2, reshapeOperations.changeVrf],
  'change pool': [3, reshapeOperations.changePool],
  'change full': [1, reshapeOperations.changeFull],
  resize: [5, reshapeOperations.resize],
  split: [4, reshapeOperations.split],
};

interface Step extends Choice {
  readonly do: string;
}

const step: fc.Arbitrary<Step> = fc
  .tuple(fc.oneof(...Object.entries(operations).map(([name, [weight]]) => ({ weight, arbitrary: fc.constant(name) }))), anyChoice)
  .map(([name, choice]) => ({ do: name, ...choice }));

const history = fc.noBias(
  fc.record({
    look: fc.constantFrom(...looking),
    isStrict: fc.boolean(),
    regions: fc.shuffledSubarray([...regions], { minLength: 1, maxLength: 2 }),
    steps: fc.array(step, { minLength: 1, maxLength: longestHistory, size: 'max' }),
  }),
);

type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

async function prepare({ readers, unitOfWork, check }: OpenStorage): Promise<Ground> {
  const [clock, passwords, tokens] = [systemClock, new NotingHasher(), new RandomTokenSource()];
  const application = createApplication({
    readers,
    unitOfWork,
    clock,
    timers: systemTimers,
    random: systemRandom,
    passwords,
    tokens,
    tokenTtl: 60,
  });
  const customFields = Object.values(selectionFields).map((name) => ({ on: 'subnets', name, type: 'varchar(32)' }));
  await new Administration(readers, unitOfWork, clock, passwords, tokens).provision({ customFields });
  const vrfIds = [];
  for (const name of [uniqueWord(), uniqueWord()]) vrfIds.push(await application.catalog.create(caller, 'vrf', { name }));
  return { application, readers, check, vrfIds };
}

/** Starts a history with two sections and a network. The first section is never deleted. */
async function begin(world: World, isStrict: boolean): Promise<void> {
  for (const flag of [isStrict, !isStrict]) await subnetOperations.createSection(world, { where: 1, other: 0, size: 0, flag });
  await subnetOperations.createRoot(world, { where: 0, other: 0, size: 0, flag: false });
}

async function follow(world: World, given: History, isQuick: boolean): Promise<void> {
  await begin(world, given.isStrict);
  for (const next of given.steps) {
    const operation = operations[next.do]?.[1] ?? looks.look;
    await Promise.all([operation(world, next), ...(given.look === 'beside' ? [askBeside(world)] : [])]);
    if (given.look === 'after') await look(world);
    if (isQuick) await expectConsistent(world);
  }
  await expectStored(world);
  await lookClosely(world);
  await expectConsistent(world);
}

/** @throws the failure, with the log of operations */
async function check(ground: Ground, given: History, isQuick: boolean): Promise<void> {
  const world = new World(ground, given.regions);
  try {
    await follow(world, given, isQuick);
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    throw new Error(`${words}\nafter\n  ${world.done.join('\n  ')}`, { cause: error });
  } finally {
    for (const { id, parentId } of world.model.sections)
      if (parentId === null) await world.application.sections.delete(caller, id).catch(() => undefined);
  }
}

for (const variant of storageVariants) {
  describe(`Allocation in ${variant.name}`, () => {
    let storage: OpenStorage | undefined;
    before(async () => {
      storage = await variant.open();
    });
    after(() => storage?.close());

    it('returns the same results as a naive model after any history', async function () {
      this.timeout(2 * longest);
      if (!storage) throw new Error('no storage');
      const ground = await prepare(storage);
      const isQuick = variant.name === 'memory';
      const property = fc.asyncProperty(history, (given) => check(ground, given, isQuick));
      await fc.assert(property, { numRuns: runs[variant.name] ?? 20, interruptAfterTimeLimit: longest });
    });
  });
}
