import type { Address } from '../../../domain/address/address.js';
import { shapeOf } from '../../../domain/catalog/record-types.js';
import { append } from '../../../domain/grouping.js';
import type { IpAddress } from '../../../domain/net/ip-address.js';
import { readId } from '../../../domain/scalar-text.js';
import { AddressPositions } from '../../../domain/transfer/address-positions.js';
import { outcomeOf } from '../../unit-of-work/batch.js';
import { AddressItems } from '../bulk/address-items.js';
import type { BulkItem } from '../bulk/bulk-writes.js';
import { differs, type EnsureOutcome } from '../bulk/ensured.js';
import { comesAgain } from './row-errors.js';
import type { ReadRow } from './row-reading.js';
import type { RowContext, RowOutcome, RowWriter } from './row-writers.js';

type Step = { readonly item: BulkItem; readonly outcome: EnsureOutcome } | { readonly is: RowOutcome };

export class AddressRows implements RowWriter {
  readonly #context: RowContext;
  readonly #items: AddressItems;
  readonly #places: AddressPositions;

  constructor(context: RowContext) {
    const { repositories, caller, timestamp, networks } = context;
    this.#context = context;
    this.#items = new AddressItems(repositories, caller, timestamp);
    this.#places = new AddressPositions(networks.prefixes);
  }

  async write(rows: readonly ReadRow[]): Promise<RowOutcome[]> {
    const existing = this.#context.updates ? await this.#existing(rows) : new Map<string, Address>();
    const steps: Step[] = [];
    for (const row of rows) steps.push(await this.#step(row, existing));
    const items = steps.flatMap((step) => ('item' in step ? [step.item] : []));
    await this.#items.lock(items);
    const written = (await this.#items.write(items)).values();
    return steps.map((step) => {
      if ('is' in step) return step.is;
      const outcome = written.next().value;
      return outcome && 'error' in outcome ? outcome : { result: step.outcome };
    });
  }

  async #step(row: ReadRow, existing: ReadonlyMap<string, Address>): Promise<Step> {
    const subnetId = readId(row.input.subnetId) ?? null;
    if (row.ip && this.#places.take(subnetId, row.ip)?.kind === 'duplicate') return { is: { error: comesAgain() } };
    const found = row.ip && subnetId !== null ? existing.get(addressKey(subnetId, row.ip)) : undefined;
    if (!found) return { item: { action: 'create', input: row.input }, outcome: 'created' };
    const change = await outcomeOf(() => this.#change(found, row));
    if ('error' in change) return { is: change };
    return change.result ?? { is: { result: 'unchanged' } };
  }

  async #change(found: Address, { input }: ReadRow): Promise<Step | undefined> {
    const { repositories } = this.#context;
    const { subnetId: _, ip: __, ...changes } = input;
    if (!(await differs(repositories, shapeOf('address'), found, changes))) return undefined;
    return { item: { action: 'change', id: found.id, input: changes }, outcome: 'changed' };
  }

  async #existing(rows: readonly ReadRow[]): Promise<Map<string, Address>> {
    const { addresses } = this.#context.repositories;
    const requested = new Map<number, IpAddress[]>();
    for (const { ip, input } of rows) {
      const id = readId(input.subnetId);
      if (id !== undefined && ip) append(requested, id, ip);
    }
    const existing = new Map<string, Address>();
    for (const [id, ips] of requested) {
      const found = (await addresses.usedAmong(id, ips)).map((ip) => addresses.findInSubnet(id, ip));
      for (const address of await Promise.all(found)) if (address) existing.set(addressKey(id, address.ip), address);
    }
    return existing;
  }
}

const addressKey = (subnetId: number, ip: IpAddress): string => `${subnetId} ${ip}`;
