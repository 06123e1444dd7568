import type { User } from '../../../domain/access/user.js';
import { isKindName, kindOf, kindsWithin } from '../../../domain/catalog/kinds.js';
import type { RecordType } from '../../../domain/catalog/record-types.js';
import type { FieldValue } from '../../../domain/fields/field.js';
import { recordOf } from '../../../domain/fields/kind.js';
import { append } from '../../../domain/grouping.js';
import { foldCase } from '../../../domain/listing/text-match.js';
import { type Section, sectionFields } from '../../../domain/section/section.js';
import { type Subnet, subnetFields, toSubnet } from '../../../domain/subnet/subnet.js';
import { positionsOf } from '../../../domain/transfer/subnet-positions.js';
import type { ImportRecord } from '../../ports/register.js';
import { subnetProblem } from './problems.js';
import type { ReadRecord, RecordReading } from './records.js';
import { References } from './references.js';
import type { Findings } from './report.js';

/** Buffers records of small entities until their references can be checked. */
export class BufferedRecords {
  readonly #reading: RecordReading;
  readonly #findings: Findings;
  readonly #references: References;
  readonly #read = new Map<RecordType, ReadRecord[]>();
  #overlapping: ReadonlySet<number> = new Set();

  constructor(reading: RecordReading, findings: Findings) {
    this.#reading = reading;
    this.#findings = findings;
    this.#references = new References(reading, findings);
  }

  take(entity: RecordType, record: ImportRecord): void {
    const read = this.#reading.read(entity, record);
    if (read) append(this.#read, entity, read);
  }

  get entries(): Iterable<readonly [RecordType, readonly ReadRecord[]]> {
    return this.#read;
  }

  of(entity: RecordType): readonly ReadRecord[] {
    return this.#read.get(entity) ?? [];
  }

  get sections(): readonly Section[] {
    return this.of('section').map(sectionOf);
  }

  get subnets(): readonly Subnet[] {
    return this.of('subnet').map(subnetOf);
  }

  /** Determines the masters of subnets. Removes invalid subnets; their children lose their master. */
  positionSubnets(): void {
    const sections = new Map(this.of('section').map((read) => [read.id, sectionOf(read)]));
    const read = new Map(this.of('subnet').map((record) => [record.id, record]));
    const positions = positionsOf([...read.values()].map(subnetOf), sections);
    for (const { id, ...problem } of positions.problems)
      this.#findings.add({
        kind: problem.kind,
        where: read.get(id)?.where ?? `subnet ${id}`,
        problem: subnetProblem(problem),
      });
    for (const id of positions.toTop) {
      const record = read.get(id);
      if (record) record.values.masterSubnetId = null;
    }
    for (const id of positions.orphans) this.#reading.dropId('subnet', id);
    this.#read.set(
      'subnet',
      this.of('subnet').filter(({ id }) => !positions.orphans.has(id)),
    );
    this.#overlapping = positions.overlapping;
  }

  /** Removes dangling references and duplicate names, after subnets have positions. */
  repairReferences(): void {
    const names = new UniqueNames(this.#findings);
    for (const [entity, records] of this.#read) {
      const except = entity === 'subnet' ? ['masterSubnetId', 'sectionId'] : [];
      for (const record of records) {
        this.#references.repair(entity, record, except);
        names.take(entity, record);
      }
    }
    this.#dropOrphans();
    this.#repairSections();
  }

  #dropOrphans(): void {
    for (const entity of kindsWithin)
      if (this.#read.has(entity))
        this.#read.set(
          entity,
          this.of(entity).filter(({ values }) => values.subnetId !== null),
        );
  }

  /** Resolves requesters, which requests identify by mail address. */
  assignRequests(users: readonly Pick<User, 'id' | 'email'>[]): void {
    const ids = new Map(users.flatMap(({ id, email }) => (email === '' ? [] : [[email.toLowerCase(), id] as const])));
    for (const { values } of this.of('request')) values.requesterId = ids.get(String(values.requester).toLowerCase()) ?? null;
  }

  #repairSections(): void {
    const masters = new Map(this.of('section').map(({ id, values }) => [id, values.masterSection]));
    for (const { id, where, values } of this.of('section')) {
      if (this.#overlapping.has(id)) values.strictMode = false;
      const isDeep = values.masterSection !== null && (masters.get(Number(values.masterSection)) ?? null) !== null;
      if (!isDeep && values.masterSection !== id) continue;
      this.#findings.add({ kind: 'cycle', where, problem: `is below section ${values.masterSection}, which cannot be a parent` });
      values.masterSection = null;
    }
  }

  repairNat(): void {
    for (const record of this.of('nat')) this.#references.repairNat(record);
  }
}

const sectionOf = (read: ReadRecord): Section => recordOf(sectionFields, read);

const subnetOf = (read: ReadRecord): Subnet => toSubnet(recordOf(subnetFields, read));

export class UniqueNames {
  readonly #findings: Findings;
  readonly #taken = new Set<string>();

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  take(entity: RecordType, { id, where, values }: ReadRecord): void {
    for (const name of uniqueFieldsOf(entity)) {
      const value = values[name] ?? null;
      if (value === null || this.#isNew(entity, name, value)) continue;
      const candidate = `${String(value).slice(0, 20)} ${id}`;
      this.#findings.add({ kind: 'duplicate', where, problem: `${name} ${shown(entity, value)} is used by another record` });
      values[name] = isSecret(entity) ? null : candidate;
      this.#isNew(entity, name, candidate);
    }
  }

  #isNew(entity: RecordType, name: string, value: FieldValue): boolean {
    const key = `${entity} ${name} ${foldCase(String(value))}`;
    if (this.#taken.has(key)) return false;
    this.#taken.add(key);
    return true;
  }
}

const isSecret = (entity: RecordType): boolean => entity === 'scanAgent';

const shown = (entity: RecordType, value: FieldValue): string => (isSecret(entity) ? '' : JSON.stringify(value));

function uniqueFieldsOf(entity: RecordType): readonly string[] {
  if (entity === 'section') return ['name'];
  return isKindName(entity) ? (kindOf(entity).uniqueTogether ?? []).flat() : [];
}
