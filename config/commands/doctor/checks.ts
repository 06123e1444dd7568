import type { ServiceConfiguration } from '../../settings/settings.js';
import type { Check } from './check.js';
import { machineChecks } from './machine.js';
import { networkChecks } from './network.js';
import { storageChecks } from './storage.js';

export const checksOf = (configuration: ServiceConfiguration): readonly Check[] => [
  ...machineChecks(configuration),
  ...networkChecks(configuration),
  ...storageChecks(configuration),
];
