import { ContainerModule } from 'inversify';
import { EndingUnitOfWork } from '../../application/ending-unit-of-work.js';
import { StorageWatch } from '../../application/storage-watch.js';
import { openStorage } from '../database.js';
import { services } from '../services.js';

/** The database, and how it is read and written. */
export const persistenceModule = new ContainerModule(({ bind }) => {
  bind(services.database).toResolvedValue(
    ({ databaseUrl, keepStatements, embeddedSync }) => openStorage(databaseUrl, { keepStatements, sync: embeddedSync }),
    [services.configuration],
  );
  bind(services.storage).toResolvedValue(
    (database, log, timers) => new StorageWatch(() => database.probeWrites(), log, timers),
    [services.database, services.log, services.timers],
  );
  bind(services.readers).toResolvedValue(({ readers }) => readers, [services.database]);
  bind(services.clock).toResolvedValue(({ clock }) => clock, [services.database]);
  bind(services.endingUnitOfWork).toResolvedValue(({ unitOfWork }) => new EndingUnitOfWork(unitOfWork), [services.database]);
  bind(services.unitOfWork).toService(services.endingUnitOfWork);
});
