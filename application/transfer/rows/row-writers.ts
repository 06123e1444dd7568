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
import { rangeNamed } from '../../inventory/stored-ranges.js';
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
  /** Without terms: they belong to the unit of work. */
  readonly caller: Caller;
  readonly clock: Clock;
  readonly timestamp: string;
  readonly updates: boolean;
  readonly names: NamedRecords;
  readonly networks: Networks;
  /** Subnets locked or created by this unit of work. */
  readonly locked: Set<number>;
}

/** The result of a row; with an error, nothing was written. */
export type RowOutcome = Outcome<EnsureOutcome>;

export interface RowWriter {
  write(rows: readonly ReadRow[]): Promise<RowOutcome[]>;
  /** Runs steps deferred until all rows are written. @returns the rows for which they failed */
  finish?(): Promise<readonly LateMistake[]>;
}

/** An error of a row that was already written. */
export interface LateMistake {
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

/** Sections are identified by name. */
export function sectionRow({ repositories, caller, clock, updates, names }: RowContext, { input }: ReadRow) {
  const sections = new Sections(repositories, within(repositories), clock);
  return ensureRow(idNamed(names, 'section', input.name), {
    updates,
    taken: () => new IpamError('section.nameTaken', { name: scalarText(input.name) ?? '' }),
    create: async () => {
      const id = await sections.create(caller, input);
      names.add('section', id, { name: scalarText(input.name) ?? '' });
    },
    change: async (id) => {
      const found = await repositories.sections.find(id);
      const { name: _, ...wanted } = input;
      if (!found || !(await differs(repositories, { fields: sectionFields, owner: 'sections' }, found, wanted))) return false;
      await sections.change(caller, id, wanted);
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

/** Writes a record, identified by its name; a VLAN by domain and number. */
export function catalogRow(kind: CatalogKind, context: RowContext, { input }: ReadRow) {
  const { repositories, caller, clock, updates, names } = context;
  const catalog = new Catalog(repositories, within(repositories), clock);
  const name = kind === 'vlan' ? vlanKey(input.domainId, input.number) : input[keys[kind][0] ?? ''];
  return ensureRow(idNamed(names, kind, name), {
    updates,
    taken: () => new IpamError('kind.taken', { kind }),
    create: async () => {
      const id = await catalog.create(caller, kind, input);
      const made = await repositories.catalog.find(kind, id);
      if (made) names.add(kind, id, made.values);
    },
    change: async (id) => {
      const found = await repositories.catalog.find(kind, id);
      const given = Object.entries(inputOf(caller, kind, input));
      const wanted = Object.fromEntries(given.filter(([field]) => !keys[kind].includes(field)));
      if (!found || !(await differsFor(repositories, caller, kind, found, wanted))) return false;
      await catalog.change(caller, kind, id, wanted);
      return true;
    },
  });
}

/** Writes a range, identified by subnet and name. */
export async function rangeRow({ repositories, caller, clock, updates }: RowContext, { input }: ReadRow) {
  const catalog = new Catalog(repositories, within(repositories), clock);
  const subnetId = readId(input.subnetId) ?? 0;
  const found = await rangeNamed(repositories.catalog, subnetId, scalarText(input.name) ?? '');
  return ensureRow(found?.id, {
    updates,
    taken: () => new IpamError('kind.taken', { kind: 'range' }),
    create: async () => void (await catalog.create(caller, 'range', input)),
    change: async (id) => {
      const row = await repositories.catalog.find('range', id);
      const { subnetId: _, name: __, ...wanted } = input;
      if (!row || !(await differsFor(repositories, caller, 'range', row, wanted))) return false;
      await catalog.change(caller, 'range', id, wanted);
      return true;
    },
  });
}

/** Writes a network, identified by section, prefix and VRF, or a folder, identified by section, master and description. */
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
      const { sectionId: _, isFolder: __, ...wanted } = input;
      if (!found || !(await differs(repositories, { fields: subnetFields, owner: 'subnets' }, found, wanted))) return false;
      await placement.change(id, wanted, {});
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

  async finish(): Promise<readonly LateMistake[]> {
    const mistakes: LateMistake[] = [];
    for (const { row, id } of this.#linking) {
      const outcome = await outcomeOf(() => this.#link(id, row.findLinked?.()));
      if ('error' in outcome) mistakes.push({ row, error: outcome.error });
    }
    return mistakes;
  }

  async #link(id: number, linked: unknown): Promise<void> {
    const { repositories, caller, timestamp } = this.#context;
    const found = await repositories.subnets.find(id);
    if (!found || found.linked_subnet === linked) return;
    await new SubnetPlacement(repositories, caller, timestamp).change(id, { linked_subnet: linked }, {});
  }
}

/** The section of a row, and its subnets to lock: the row's own and its master. */
export function touchedBy(networks: Networks, { input, prefix = null }: ReadRow) {
  const sectionId = readId(input.sectionId);
  if (!sectionId) return { sectionId, touched: [] };
  const masterId = readId(positionedInput(networks, prefix, input).masterSubnetId);
  const description = scalarText(input.description) ?? '';
  const same = prefix ? networks.index.all(prefix, { sectionId }) : networks.foldersOf(sectionId, description);
  return { sectionId, touched: [...same.map(({ id }) => id), ...(masterId ? [masterId] : [])] };
}

/** @throws IpamError record.ambiguous */
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

/** Without a column for masters, the master is the smallest network of the same section and VRF that contains the prefix. */
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
  /** @returns whether the record differed */
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

/** @throws IpamError record.ambiguous */
function idNamed(names: NamedRecords, sort: string, given: unknown): number | undefined {
  const name = scalarText(given) ?? '';
  return name === '' ? undefined : onlyOf(names.named(sort, name).map((id) => ({ id })))?.id;
}

const isSet = (given: unknown): boolean => /^(1|true)$/i.test(scalarText(given) ?? '');
