import { readVersion } from '../version.js';

/** Returns the OpenAPI document, which depends on the program only. An empty database in memory is sufficient. */
export async function describeRest(dialect: 'numbers' | 'strings'): Promise<object> {
  const { describeInterface } = await import('../../adapters/http/index.js');
  const { createMemoryDatabase } = await import('../../adapters/memory/index.js');
  const { RandomTokenSource, ScryptPasswordHasher, systemClock, systemRandom, systemTimers } = await import(
    '../../adapters/system/index.js'
  );
  const { createApplication } = await import('../../application/index.js');
  const { readers, unitOfWork } = createMemoryDatabase();
  const application = createApplication({
    readers,
    unitOfWork,
    clock: systemClock,
    timers: systemTimers,
    random: systemRandom,
    passwords: new ScryptPasswordHasher(),
    tokens: new RandomTokenSource(),
    tokenTtl: 1,
  });
  return describeInterface(application, readVersion(), dialect);
}

/** Returns the AsyncAPI document. */
export async function describeEvents(): Promise<object> {
  const { describeEventInterface } = await import('../../adapters/http/index.js');
  return describeEventInterface(readVersion());
}
