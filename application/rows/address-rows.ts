import { addressFields } from '../../domain/address/address.js';
import { IpamError } from '../../domain/errors.js';
import { AddressPlaces } from '../../domain/moving/address-places.js';
import type { IpAddress } from '../../domain/net/ip-address.js';
import { AddressItems } from '../bulk/address-items.js';
import type { BulkItem } from '../bulk/bulk-writes.js';
import { differs, type EnsureOutcome } from '../ensuring/ensured.js';
import { readId } from '../inventory/record-input.js';
import { outcomeOf } from '../writing/request-batcher.js';
import type { ReadRow } from './row-reading.js';
import type { RowContext, RowOutcome, RowWriter } from './row-writers.js';

/** What is to be done with a row. */
type Step = { readonly item: BulkItem; readonly outcome: EnsureOutcome } | { readonly is: RowOutcome };

/** Writes addresses, known by subnet and address: many at once where they are new. The subnets are held. */
export class AddressRows implements RowWriter {
  readonly #context: RowContext;
  readonly #items: AddressItems;
  readonly #places: AddressPlaces;

  constructor(context: RowContext) {
    const { repositories, caller, timestamp, networks } = context;
    this.#context = context;
    this.#items = new AddressItems(repositories, caller, timestamp);
    this.#places = new AddressPlaces(networks.prefixes);
  }

  async write(rows: readonly ReadRow[]): Promise<RowOutcome[]> {
    const held = this.#context.updates ? await this.#held(rows) : new Set<string>();
    const steps: Step[] = [];
    for (const row of rows) steps.push(await this.#step(row, held));
    const items = steps.flatMap((step) => ('item' in step ? [step.item] : []));
    await this.#items.hold(items);
    const written = (await this.#items.write(items)).values();
    return steps.map((step) => {
      if ('is' in step) return step.is;
      const outcome = written.next().value;
      return outcome && 'error' in outcome ? outcome : { result: step.outcome };
    });
  }

  async #step(row: ReadRow, held: ReadonlySet<string>): Promise<Step> {
    const subnetId = readId(row.input.subnetId) ?? null;
    if (row.ip && this.#places.take(subnetId, row.ip)?.kind === 'duplicate')
      return { is: { error: new IpamError('address.exists') } };
    if (!row.ip || subnetId === null || !held.has(placeOf(subnetId, row.ip)))
      return { item: { action: 'create', input: row.input }, outcome: 'created' };
    const found = await outcomeOf(() => this.#change(subnetId, row.ip as IpAddress, row));
    if ('error' in found) return { is: found };
    return found.result ?? { is: { result: 'unchanged' } };
  }

  async #change(subnetId: number, ip: IpAddress, { input }: ReadRow): Promise<Step | undefined> {
    const { repositories } = this.#context;
    const found = await repositories.addresses.findInSubnet(subnetId, ip);
    const { subnetId: _, ip: __, ...wanted } = input;
    if (!found || !(await differs(repositories, { fields: addressFields, owner: 'addresses' }, found, wanted))) return undefined;
    return { item: { action: 'change', id: found.id, input: wanted }, outcome: 'changed' };
  }

  /** Which of the addresses are there already. */
  async #held(rows: readonly ReadRow[]): Promise<Set<string>> {
    const wanted = new Map<number, IpAddress[]>();
    for (const { ip, input } of rows) {
      const id = readId(input.subnetId);
      if (id === undefined || !ip) continue;
      const known = wanted.get(id);
      if (known) known.push(ip);
      else wanted.set(id, [ip]);
    }
    const held = new Set<string>();
    for (const [id, ips] of wanted)
      for (const ip of await this.#context.repositories.addresses.heldOf(id, ips)) held.add(placeOf(id, ip));
    return held;
  }
}

const placeOf = (subnetId: number, ip: IpAddress): string => `${subnetId} ${ip}`;
