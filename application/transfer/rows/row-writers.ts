import { requireScope } from '../../../domain/access/access-policy.js';
import { IpamError } from '../../../domain/errors.js';
import type { Input } from '../../../domain/fields/read-fields.js';
import type { Prefix } from '../../../domain/net/prefix.js';
import { readId, scalarText } from '../../../domain/scalar-text.js';
import { subnetFields } from '../../../domain/subnet/subnet.js';
import { fieldsOfMissing, type MissingRecord, referableKinds } from '../../../domain/transfer/missing-records.js';
import { findRangeByName } from '../../inventory/stored-ranges.js';
import { SubnetPlacement } from '../../inventory/subnet-placement.js';
import { type Outcome, outcomeOf } from '../../unit-of-work/batch.js';
import {
  changeRecord,
  changeSection,
  createRecord,
  differs,
  type EnsureContext,
  type EnsureOutcome,
  type KeyedKind,
  keysOf,
  onlyOf,
  sectionsIn,
} from '../bulk/ensured.js';
import { type NamedRecords, type UncreatedRecord, vlanKey } from './named-records.js';
import type { Networks } from './networks.js';
import type { ReadRow, Referred } from './row-reading.js';

export interface RowContext extends EnsureContext, Referred {
  readonly timestamp: string;
  readonly updates: boolean;
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

export async function sectionRow(context: RowContext, { input }: ReadRow): Promise<EnsureOutcome> {
  const name = scalarText(input.name) ?? '';
  const id = idOf(context.names, 'section', name);
  if (id === undefined) {
    context.names.add('section', await sectionsIn(context).create(context.caller, input), { name });
    return 'created';
  }
  if (!context.updates) throw new IpamError('section.nameTaken', { name });
  const found = await context.repositories.sections.find(id);
  return found ? changeSection(context, found, input) : 'unchanged';
}

/** Writes a record by name; a VLAN by domain and number, a range by network and name. */
export async function recordRow(kind: KeyedKind, context: RowContext, { input }: ReadRow): Promise<EnsureOutcome> {
  const { names } = context;
  const { catalog } = context.repositories;
  const name = kind === 'vlan' ? vlanKey(input.domainId, input.number) : input[keysOf[kind][0] ?? ''];
  const range = async () => findRangeByName(catalog, readId(input.subnetId) ?? 0, scalarText(input.name) ?? '');
  const id = kind === 'range' ? (await range())?.id : idOf(names, kind, name);
  if (id === undefined) {
    const made = await createRecord(context, kind, input);
    const record = names.has(kind) ? await catalog.find(kind, made) : undefined;
    if (record) names.add(kind, made, record.values);
    return 'created';
  }
  if (!context.updates) throw new IpamError('kind.taken', { kind });
  const found = await catalog.find(kind, id);
  return found ? changeRecord(context, kind, found, input) : 'unchanged';
}

/** Writes a network by section, prefix and VRF, or a folder by section, master and description. */
export async function subnetRow(
  { repositories, caller, timestamp, updates, networks, locked }: RowContext,
  { input, prefix = null }: ReadRow,
  written: (id: number) => void,
): Promise<EnsureOutcome> {
  if (!prefix && !isSet(input.isFolder)) throw new IpamError('field.required', { field: 'subnet' });
  const placement = new SubnetPlacement(repositories, caller, timestamp);
  const sectionId = readId(input.sectionId);
  const existing = sectionId === undefined ? undefined : findSubnet(networks, sectionId, prefix, input);
  if (existing && !updates) throw new IpamError('kind.taken', { kind: 'subnet' });
  const { id } = existing ?? (await placement.create(prefix, positionedInput(networks, prefix, input)));
  written(id);
  if (!existing) {
    const made = await repositories.subnets.lock(id, 'change');
    if (!made) return 'created';
    networks.add(made);
    locked.add(id);
    return 'created';
  }
  const found = await repositories.subnets.find(id);
  const { sectionId: _, isFolder: __, ...changes } = input;
  const shape = { fields: subnetFields, owner: 'subnets' } as const;
  if (!found || !(await differs(repositories, shape, found, changes))) return 'unchanged';
  await placement.change(id, changes, {});
  return 'changed';
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

/**
 * Creates records to which rows refer, unless the records exist meanwhile. Notes in `context.names` why a record cannot be created.
 * The rows that refer to such a record are refused later.
 * @returns the created records, and the records that cannot be created
 */
export async function createMissing(
  context: RowContext,
  records: readonly MissingRecord[],
  yieldToEventLoop: () => Promise<void>,
): Promise<{ readonly created: readonly MissingRecord[]; readonly uncreated: readonly UncreatedRecord[] }> {
  const created: MissingRecord[] = [];
  const uncreated: UncreatedRecord[] = [];
  const ordered = referableKinds.flatMap((kind) => records.filter((record) => record.kind === kind));
  for (const [index, record] of ordered.entries()) {
    if (index % createdAtOnce === createdAtOnce - 1) await yieldToEventLoop();
    context.caller.requireAwaited?.();
    if (context.names.idsOf(record.kind, record.name).length > 0) continue;
    const outcome = await outcomeOf(() => create(context, record));
    if ('result' in outcome) created.push(record);
    else if (IpamError.is(outcome.error)) uncreated.push({ record, reason: outcome.error });
    else throw outcome.error;
  }
  context.names.noteUncreated(uncreated);
  return { created, uncreated };
}

/** Number of records between two yields. */
const createdAtOnce = 20;

async function create(context: RowContext, record: MissingRecord): Promise<void> {
  const { kind } = record;
  requireScope(context.caller.principal, [`${kind}:write`]);
  const row = { input: { ...fieldsOfMissing(record) } };
  await (kind === 'section' ? sectionRow(context, row) : recordRow(kind, context, row));
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

function idOf(names: NamedRecords, kind: string, value: unknown): number | undefined {
  const name = scalarText(value) ?? '';
  return name === '' ? undefined : onlyOf(names.idsOf(kind, name).map((id) => ({ id })))?.id;
}

const isSet = (value: unknown): boolean => /^(1|true)$/i.test(scalarText(value) ?? '');
