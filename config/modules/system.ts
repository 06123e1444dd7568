import { ContainerModule } from 'inversify';
import { RandomTokenSource, ScryptPasswordHasher, systemClock, systemTimers } from '../../adapters/system/index.js';
import { createLog } from '../logging.js';
import { services } from '../services.js';

/** Clock, secrets and log. */
export const systemModule = new ContainerModule(({ bind }) => {
  bind(services.clock).toConstantValue(systemClock);
  bind(services.timers).toConstantValue(systemTimers);
  bind(services.passwords).toResolvedValue(() => new ScryptPasswordHasher());
  bind(services.tokens).toResolvedValue(() => new RandomTokenSource());
  bind(services.log).toResolvedValue(({ logLevel }) => createLog({ level: logLevel }), [services.configuration]);
});
