import { publicSettings, type Settings, settingFields } from '../../../domain/access/settings.js';
import type { Caller } from '../../caller.js';
import type { Readers } from '../../ports/unit-of-work.js';
import { readDocument } from '../provisioning/document.js';
import type { AdministrativeUnits } from './administrative-units.js';
import { applySettings } from './apply-provisioning.js';
import { requireAdministrator, requireExpectedMembers } from './requirements.js';

export class SettingsAdministration {
  readonly #readers: Readers;
  readonly #units: AdministrativeUnits;

  constructor(readers: Readers, units: AdministrativeUnits) {
    this.#readers = readers;
    this.#units = units;
  }

  /** The settings with `(set)` instead of stored secrets. */
  async read(caller: Caller): Promise<Settings> {
    requireAdministrator(caller);
    return publicSettings(await this.#readers.settings.read());
  }

  /**
   * Changes settings.
   * @param changes members of `settings`, as in a provisioning file
   * @throws IpamError provision.invalid with the name of the invalid member
   */
  async set(caller: Caller, changes: Readonly<Record<string, unknown>>): Promise<Settings> {
    requireAdministrator(caller);
    const document = readDocument({ settings: changes });
    return this.#units.run(caller, async (unit) => {
      requireExpectedMembers(caller, settingFields, publicSettings(await unit.repositories.settings.read()));
      await applySettings(unit, document);
      return publicSettings(await unit.repositories.settings.read());
    });
  }
}
