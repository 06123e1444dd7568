import { IpamError } from '../../../domain/errors.js';
import type { Input } from '../../../domain/fields/read-fields.js';
import type { Prefix } from '../../../domain/net/prefix.js';
import { readId, scalarText } from '../../../domain/scalar-text.js';
import { sectionFields } from '../../../domain/section/section.js';
import { subnetFields } from '../../../domain/subnet/subnet.js';
import type { RowKind } from '../../../domain/transfer/columns.js';
import type { Caller } from '../../caller.js';
import { Catalog, inputOf } from '../../catalog/catalog.js';
import { Sections } from '../../inventory/sections.js';
import { findRangeByName } from '../../inventory/stored-ranges.js';
import { SubnetPlacement } from '../../inventory/subnet-placement.js';
import type { Clock } from '../../ports/environment.js';
import type { Repositories } from '../../ports/unit-of-work.js';
import { type Outcome, outcomeOf } from '../../unit-of-work/batch.js';
import { differs, differsFor, type EnsureOutcome, onlyOf, within } from '../ensure/ensured.js';
import { type NamedRecords, vlanKey } from './named-records.js';
import type { Networks } from './networks.js';
import type { ReadRow } from './row-reading.js';

export interface RowContext {
  readonly repositories: Repositories;
  /** Without write options, which belong to the unit of work. */
  readonly caller: Caller;
  readonly clock: Clock;
  readonly timestamp: string;
  readonly updates: boolean;
  readonly names: NamedRecords;
  readonly networks: Networks;
  /** Ids of subnets locked or created by this unit of work. */
  readonly locked: Set<number>;
}

export type RowOutcome = Outcome<EnsureOutcome>;

export interface RowWriter {
  write(rows: readonly ReadRow[]): Promise<RowOutcome[]>;
  /** Runs the steps that must wait until all rows are written. @returns the rows whose steps failed */
  finish?(): Promise<readonly LateRowError[]>;
}

export interface LateRowError {
  readonly row: ReadRow;
  readonly error: unknown;
}

export class SingleRows implements RowWriter {
  readonly #write: (row: ReadRow) => Promise<EnsureOutcome>;

  constructor(write: (row: ReadRow) => Promise<EnsureOutcome>) {
    this.#write = write;
  }

  async write(rows: readonly ReadRow[]): Promise<RowOutcome[]> {
    const outcomes: RowOutcome[] = [];
    for (const row of rows) outcomes.push(await outcomeOf(() => this.#write(row)));
    return outcomes;
  }
}

export function sectionRow({ repositories, caller, clock, updates, names }: RowContext, { input }: ReadRow) {
  const sections = new Sections(repositories, within(repositories), clock);
  return ensureRow(idOf(names, 'section', input.name), {
    updates,
    taken: () => new IpamError('section.nameTaken', { name: scalarText(input.name) ?? '' }),
    create: async () => {
      const id = await sections.create(caller, input);
      names.add('section', id, { name: scalarText(input.name) ?? '' });
    },
    change: async (id) => {
      const found = await repositories.sections.find(id);
      const { name: _, ...changes } = input;
      if (!found || !(await differs(repositories, { fields: sectionFields, owner: 'sections' }, found, changes))) return false;
      await sections.change(caller, id, changes);
      return true;
    },
  });
}

type CatalogKind = Exclude<RowKind, 'section' | 'subnet' | 'range' | 'address'>;

const keys: Readonly<Record<CatalogKind, readonly string[]>> = {
  customer: ['title'],
  location: ['name'],
  l2domain: ['name'],
  vlan: ['domainId', 'number'],
  vrf: ['name'],
  device: ['hostname'],
};

/** Writes a record by name; a VLAN by domain and number. */
export function catalogRow(kind: CatalogKind, context: RowContext, { input }: ReadRow) {
  const { repositories, caller, clock, updates, names } = context;
  const catalog = new Catalog(repositories, within(repositories), clock);
  const name = kind === 'vlan' ? vlanKey(input.domainId, input.number) : input[keys[kind][0] ?? ''];
  return ensureRow(idOf(names, kind, name), {
    updates,
    taken: () => new IpamError('kind.taken', { kind }),
    create: async () => {
      const id = await catalog.create(caller, kind, input);
      const made = await repositories.catalog.find(kind, id);
      if (made) names.add(kind, id, made.values);
    },
    change: async (id) => {
      const found = await repositories.catalog.find(kind, id);
      const entries = Object.entries(inputOf(caller, kind, input));
      const changes = Object.fromEntries(entries.filter(([field]) => !keys[kind].includes(field)));
      if (!found || !(await differsFor(repositories, caller, kind, found, changes))) return false;
      await catalog.change(caller, kind, id, changes);
      return true;
    },
  });
}

export async function rangeRow({ repositories, caller, clock, updates }: RowContext, { input }: ReadRow) {
  const catalog = new Catalog(repositories, within(repositories), clock);
  const subnetId = readId(input.subnetId) ?? 0;
  const found = await findRangeByName(repositories.catalog, subnetId, scalarText(input.name) ?? '');
  return ensureRow(found?.id, {
    updates,
    taken: () => new IpamError('kind.taken', { kind: 'range' }),
    create: async () => void (await catalog.create(caller, 'range', input)),
    change: async (id) => {
      const row = await repositories.catalog.find('range', id);
      const { subnetId: _, name: __, ...changes } = input;
      if (!row || !(await differsFor(repositories, caller, 'range', row, changes))) return false;
      await catalog.change(caller, 'range', id, changes);
      return true;
    },
  });
}

/** Writes a network by section, prefix and VRF, or a folder by section, master and description. */
export async function subnetRow(
  context: RowContext,
  { input, prefix = null }: ReadRow,
  written: (id: number) => void,
): Promise<EnsureOutcome> {
  const { repositories, caller, timestamp, updates, networks } = context;
  if (!prefix && !isSet(input.isFolder)) throw new IpamError('field.required', { field: 'subnet' });
  const placement = new SubnetPlacement(repositories, caller, timestamp);
  const sectionId = readId(input.sectionId);
  const found = sectionId === undefined ? undefined : findSubnet(networks, sectionId, prefix, input)?.id;
  return ensureRow(found, {
    updates,
    taken: () => new IpamError('kind.taken', { kind: 'subnet' }),
    create: async () => {
      const { id } = await placement.create(prefix, positionedInput(networks, prefix, input));
      written(id);
      const made = await repositories.subnets.lock(id, 'change');
      if (!made) return;
      networks.add(made);
      context.locked.add(id);
    },
    change: async (id) => {
      written(id);
      const found = await repositories.subnets.find(id);
      const { sectionId: _, isFolder: __, ...changes } = input;
      if (!found || !(await differs(repositories, { fields: subnetFields, owner: 'subnets' }, found, changes))) return false;
      await placement.change(id, changes, {});
      return true;
    },
  });
}

/** Writes subnets one by one. Links are set at the end, because two subnets may link to each other. */
export class SubnetRows implements RowWriter {
  readonly #context: RowContext;
  readonly #linking: { readonly row: ReadRow; readonly id: number }[] = [];

  constructor(context: RowContext) {
    this.#context = context;
  }

  async write(rows: readonly ReadRow[]): Promise<RowOutcome[]> {
    const outcomes: RowOutcome[] = [];
    for (const row of rows) {
      const written = (id: number) => void (row.findLinked && this.#linking.push({ row, id }));
      outcomes.push(await outcomeOf(() => subnetRow(this.#context, row, written)));
    }
    return outcomes;
  }

  async finish(): Promise<readonly LateRowError[]> {
    const errors: LateRowError[] = [];
    for (const { row, id } of this.#linking) {
      const outcome = await outcomeOf(() => this.#link(id, row.findLinked?.()));
      if ('error' in outcome) errors.push({ row, error: outcome.error });
    }
    return errors;
  }

  async #link(id: number, linked: unknown): Promise<void> {
    const { repositories, caller, timestamp } = this.#context;
    const found = await repositories.subnets.find(id);
    if (!found || found.linked_subnet === linked) return;
    await new SubnetPlacement(repositories, caller, timestamp).change(id, { linked_subnet: linked }, {});
  }
}

export function touchedBy(networks: Networks, { input, prefix = null }: ReadRow) {
  const sectionId = readId(input.sectionId);
  if (!sectionId) return { sectionId, touched: [] };
  const masterId = readId(positionedInput(networks, prefix, input).masterSubnetId);
  const description = scalarText(input.description) ?? '';
  const same = prefix ? networks.index.all(prefix, { sectionId }) : networks.foldersOf(sectionId, description);
  return { sectionId, touched: [...same.map(({ id }) => id), ...(masterId ? [masterId] : [])] };
}

function findSubnet(networks: Networks, sectionId: number, prefix: Prefix | null, input: Input): { id: number } | undefined {
  if (!prefix)
    return onlyOf(
      networks
        .foldersOf(sectionId, scalarText(input.description) ?? '')
        .filter(({ masterSubnetId }) => input.masterSubnetId === undefined || masterSubnetId === (input.masterSubnetId ?? null)),
    );
  const vrfId = input.vrfId === undefined ? undefined : (readId(input.vrfId) ?? null);
  return onlyOf(networks.index.all(prefix, { sectionId, vrfId }));
}

/** Adds the master to an input without one: the most specific network of the same section and VRF. */
function positionedInput({ index }: Networks, prefix: Prefix | null, input: Input): Input {
  const sectionId = readId(input.sectionId);
  if (!prefix || sectionId === undefined || input.masterSubnetId !== undefined) return input;
  const vrfId = input.vrfId === undefined ? null : (readId(input.vrfId) ?? null);
  const master = index.above(prefix, { sectionId, vrfId });
  return master ? { ...input, masterSubnetId: master.id } : input;
}

interface RowWork {
  readonly updates: boolean;
  readonly taken: () => IpamError;
  readonly create: () => Promise<void>;
  readonly change: (id: number) => Promise<boolean>;
}

async function ensureRow(found: number | undefined, { updates, taken, create, change }: RowWork): Promise<EnsureOutcome> {
  if (found === undefined) {
    await create();
    return 'created';
  }
  if (!updates) throw taken();
  return (await change(found)) ? 'changed' : 'unchanged';
}

function idOf(names: NamedRecords, kind: string, value: unknown): number | undefined {
  const name = scalarText(value) ?? '';
  return name === '' ? undefined : onlyOf(names.idsOf(kind, name).map((id) => ({ id })))?.id;
}

const isSet = (value: unknown): boolean => /^(1|true)$/i.test(scalarText(value) ?? '');
