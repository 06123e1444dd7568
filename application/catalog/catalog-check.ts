import { RackLoad } from '../../domain/catalog/rack-space.js';
import { IpamError } from '../../domain/errors.js';
import type { KindRecord } from '../../domain/fields/kind.js';
import type { Finding } from '../ports/consistency.js';
import type { SettingsReader } from '../ports/identity.js';
import type { CatalogReader } from '../ports/inventory/records.js';

/** Finds devices outside of their rack and duplicate VLAN numbers. */
export async function* checkCatalog(
  catalog: Pick<CatalogReader, 'list'>,
  settings: SettingsReader,
): AsyncGenerator<Finding, void, undefined> {
  yield* checkRacks(catalog);
  if ((await settings.read()).uniqueVlanNumbers) yield* checkVlanNumbers(catalog);
}

async function* checkRacks(catalog: Pick<CatalogReader, 'list'>): AsyncGenerator<Finding, void, undefined> {
  const loads = new Map<number, RackLoad>();
  for await (const { id, values } of catalog.list('rack')) loads.set(id, new RackLoad(values));
  for await (const { id, values } of catalog.list('device')) {
    const load = typeof values.rack === 'number' ? loads.get(values.rack) : undefined;
    if (load && !hasRoom(load, values))
      yield finding('rack', `device ${id}: units in rack ${values.rack} do not exist or are taken: set rack_start or rack_size`);
  }
}

function hasRoom(load: RackLoad, device: KindRecord['values']): boolean {
  try {
    load.addDevice(device);
    return true;
  } catch (error) {
    if (!IpamError.is(error, 'rack.inUse')) throw error;
    return false;
  }
}

async function* checkVlanNumbers(catalog: Pick<CatalogReader, 'list'>): AsyncGenerator<Finding, void, undefined> {
  const first = new Map<string, number>();
  for await (const { id, values } of catalog.list('vlan')) {
    const key = `${values.domainId} ${values.number}`;
    const other = first.get(key);
    if (other === undefined) first.set(key, id);
    else
      yield finding(
        'vlanNumber',
        `vlan ${id}: vlan ${other} has the same number ${values.number} in L2 domain ${values.domainId}: change one of the numbers`,
      );
  }
}

const finding = (what: Finding['what'], text: string): Finding => ({ what, subnetId: null, text, repaired: false });
