import { ContainerModule } from 'inversify';
import { storageCapabilities } from '../../application/ports/capabilities.js';
import { StorageWatch } from '../../application/storage-watch.js';
import { processUnits } from '../../application/unit-of-work/write-stack.js';
import { services } from '../services.js';

/** The database, and how it is read and written. */
export const persistenceModule = new ContainerModule(({ bind }) => {
  bind(services.database).toResolvedValue(
    async (configuration, log, observer) => {
      const { openConfigured } = await import('../database.js'); // who brings another storage does not pay for its driver
      return openConfigured(configuration, {
        tell: (problem) => log.error('database problem', { problem }),
        tellReplica: (problem) => {
          if (problem === undefined) log.info('replica in use');
          else log.warn('replica not in use', { problem });
        },
        observer,
      });
    },
    [services.configuration, services.log, services.observer],
  );
  bind(services.storage).toResolvedValue(
    (database, log, timers) => new StorageWatch(() => database.probeWrites(), log, timers, database.about),
    [services.database, services.log, services.timers],
  );
  bind(services.capabilities).toConstantValue(storageCapabilities);
  bind(services.readers).toResolvedValue(({ readers }) => readers, [services.database]);
  bind(services.replica).toResolvedValue(({ replica }) => replica, [services.database]);
  bind(services.clock).toResolvedValue(({ clock }) => clock, [services.database]);
  bind(services.endingUnitOfWork).toResolvedValue(
    ({ unitOfWork }, observer) => processUnits(unitOfWork, observer, () => performance.now()),
    [services.database, services.observer],
  );
  bind(services.unitOfWork).toService(services.endingUnitOfWork);
});
