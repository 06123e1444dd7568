import { ContainerModule } from 'inversify';
import { openStorage } from '../database.js';
import { services } from '../services.js';

/** The database, and how it is read and written. */
export const persistenceModule = new ContainerModule(({ bind }) => {
  bind(services.database).toResolvedValue(
    ({ databaseUrl, keepStatements }) => openStorage(databaseUrl, { keepStatements }),
    [services.configuration],
  );
  bind(services.readers).toResolvedValue(({ readers }) => readers, [services.database]);
  bind(services.unitOfWork).toResolvedValue(({ unitOfWork }) => unitOfWork, [services.database]);
});
