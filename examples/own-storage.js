/**
 * A storage of your own. All that is asked of it are readers, which only read, and units of work, which keep all that is done in
 * them or nothing. This one hands everything on to the storage in memory, and counts what is written and how long it takes; one
 * that keeps things elsewhere brings its own repositories. Run: node examples/own-storage.js
 */
import { createIpam, internalCaller, Prefix } from 'hexipam';
import { createMemoryDatabase } from 'hexipam/memory';

/** A storage beside another, with figures of its units of work. */
function counting(database) {
  const figures = { kept: 0, undone: 0, slowest: 0 };
  const unitOfWork = {
    async run(work) {
      const begun = performance.now();
      try {
        const result = await database.unitOfWork.run(work);
        figures.kept++;
        return result;
      } catch (error) {
        figures.undone++;
        throw error;
      } finally {
        figures.slowest = Math.max(figures.slowest, performance.now() - begun);
      }
    },
  };
  return { database: { readers: database.readers, clock: database.clock, unitOfWork }, figures };
}

const { database, figures } = counting(createMemoryDatabase());
const ipam = await createIpam({ storage: { database } });
const sectionId = await ipam.sections.create(internalCaller, { name: 'Office', strictMode: true });
const create = (prefix) => ipam.subnets.create(internalCaller, Prefix.parse(prefix), { sectionId });
await create('10.0.0.0/8');
await create('10.1.0.0/16').catch((error) => console.log(`refused: ${error.message}`));
console.log(`${figures.kept} units of work kept, ${figures.undone} undone`);
await ipam.close();
