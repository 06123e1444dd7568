import { describeApi } from '../../../adapters/http/openapi/document.js';
import { controllersOf } from '../../../adapters/http/routes/controllers.js';
import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import { RandomTokenSource, systemClock, systemRandom, systemTimers } from '../../../adapters/system/index.js';
import { createApplication } from '../../../application/index.js';

const passwords = { hash: async () => '', verify: async () => false, isOutdated: () => false };

/** The controllers of the service over an empty storage, for their routes. */
export const controllers = controllersOf(
  createApplication({
    ...createMemoryDatabase(),
    clock: systemClock,
    timers: systemTimers,
    random: systemRandom,
    passwords,
    tokens: new RandomTokenSource(),
    tokenTtl: 1,
  }),
);

/** The API description in the strings dialect, as at /openapi-strings.json. */
export const apiDescription = await describeApi(controllers, { version: '0.0.0' }, 'strings');

/** The API description in the numbers dialect, as at /openapi.json. */
export const numbersDescription = await describeApi(controllers, { version: '0.0.0' }, 'numbers');
