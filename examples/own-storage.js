/**
 * Your own storage. A storage has readers, which only read, and units of work, which commit all of their writes or none. This one
 * delegates to the storage in memory, and counts and times the units of work. Another storage needs its own repositories.
 * Run: node examples/own-storage.js
 */
import { createIpam, internalCaller, Prefix } from 'hexipam';
import { createMemoryDatabase } from 'hexipam/memory';

/** A storage that delegates to another one, with figures of its units of work. */
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
