import { ContainerModule } from 'inversify';
import { services } from '../services.js';
import { openStorage } from '../storage.js';

/** The database, and how it is read and written. */
export const persistenceModule = new ContainerModule(({ bind }) => {
  bind(services.database).toResolvedValue(({ databaseUrl }) => openStorage(databaseUrl), [services.configuration]);
  bind(services.readers).toResolvedValue(({ readers }) => readers, [services.database]);
  bind(services.unitOfWork).toResolvedValue(({ unitOfWork }) => unitOfWork, [services.database]);
});
