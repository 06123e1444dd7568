import { type Check, settingsCheck } from '../../adapters/cli/index.js';
import { readProcessConfiguration } from '../settings/settings.js';
import { ConfigurationError } from '../settings/values.js';

/** With invalid settings, the settings are the only check. */
export async function doctorChecks(): Promise<readonly Check[]> {
  try {
    const configuration = readProcessConfiguration();
    const { checksOf } = await import('./doctor-checks.js');
    return [settingsCheck(), ...checksOf(configuration)];
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return [settingsCheck(error.message)];
  }
}
