import type { Address } from '../../domain/address/address.js';
import { addressFields } from '../../domain/address/address.js';
import type { CustomField } from '../../domain/catalog/custom-field.js';
import { recordOf } from '../../domain/catalog/kind.js';
import { isKindName, type KindName } from '../../domain/catalog/kinds.js';
import { changeActions, changedObjects } from '../../domain/change-log/change.js';
import { AddressPlaces } from '../../domain/moving/address-places.js';
import type { Loss } from '../../domain/moving/loss.js';
import { placesOf } from '../../domain/moving/subnet-places.js';
import { IpAddress } from '../../domain/net/ip-address.js';
import { Prefix } from '../../domain/net/prefix.js';
import { type Section, sectionFields } from '../../domain/section/section.js';
import { type Subnet, subnetFields, toSubnet } from '../../domain/subnet/subnet.js';
import type { ChangeEntry } from '../ports/change-log.js';
import type {
  ForeignField,
  ForeignPart,
  ForeignRecord,
  ForeignRegister,
  Loading,
  Part,
  PartRecords,
  RegisterLoader,
} from '../ports/moving/register.js';
import { customFieldOf } from './custom-fields.js';
import { type ForeignSecrets, IdentityReading, settingsOf } from './identities.js';
import { addressProblem, subnetProblem } from './problems.js';
import { type FieldPart, type ReadRecord, RecordReading } from './records.js';
import { References } from './references.js';
import { Findings, type ImportReport } from './report.js';
import { UniqueNames } from './unique-names.js';

/** Parts that are held while the others come; these few, by the parts that refer to them. */
const smallParts = [
  ...(['group', 'user', 'app', 'settings', 'customer', 'location', 'l2domain', 'vlan', 'vrf', 'rack', 'deviceType'] as const),
  ...(['device', 'tag', 'nameserver', 'scanAgent', 'nat', 'section', 'subnet'] as const),
] satisfies readonly ForeignPart[];

/** Ids of records that a register has from its beginning: they stay where the source has none of their part. */
const builtIn = {
  group: [2, 3],
  l2domain: [1],
  deviceType: [1, 2, 3, 4, 5, 6, 7, 8, 9],
  tag: [1, 2, 3, 4],
  scanAgent: [1],
} as const satisfies Partial<Record<Part, readonly number[]>>;

const builtInParts = Object.keys(builtIn) as (keyof typeof builtIn)[];

/** How an import is done. */
export interface ImportOptions {
  readonly accepted: ReadonlySet<Loss>;
  readonly secrets: ForeignSecrets;
  /** Is told how far it is, 0 to 1, and what comes. */
  readonly progressed?: (share: number, what: string) => void;
}

/** Losses that were not accepted: nothing was imported. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
  readonly report: ImportReport;

  constructor(report: ImportReport) {
    super(`nothing was imported, as something would be lost: ${report.refused.join(', ')}`);
    this.report = report;
  }
}

/**
 * Brings the register of another system in, with all ids.
 * @param loader undefined: nothing is written, and the report says what would be
 * @throws ImportRefused, SourceError, RegisterNotEmpty
 */
export function importRegister(
  source: ForeignRegister,
  loader: RegisterLoader | undefined,
  options: ImportOptions,
): Promise<ImportReport> {
  return new RegisterImport(source, options).run(loader);
}

class RegisterImport {
  readonly #source: ForeignRegister;
  readonly #options: ImportOptions;
  readonly #findings = new Findings();
  readonly #reading = new RecordReading(this.#findings);
  readonly #references = new References(this.#reading, this.#findings);
  readonly #identities: IdentityReading;
  readonly #read = new Map<FieldPart, ReadRecord[]>();
  readonly #fields: CustomField[] = [];
  readonly #groups: PartRecords['group'][] = [];
  readonly #users: PartRecords['user'][] = [];
  readonly #userRecords: ForeignRecord[] = [];
  readonly #apps: PartRecords['app'][] = [];
  #settings: ForeignRecord | undefined;
  #strict: ReadonlySet<number> = new Set();

  constructor(source: ForeignRegister, options: ImportOptions) {
    this.#source = source;
    this.#options = options;
    this.#identities = new IdentityReading(this.#reading, this.#findings, options.secrets);
  }

  async run(loader: RegisterLoader | undefined): Promise<ImportReport> {
    const { accepted } = this.#options;
    await this.#source.read(new Set(smallParts), {
      fields: (fields) => this.#takeFields(fields),
      records: async (part, records) => {
        for (const record of records) this.#take(part, record);
        this.#tell(part);
      },
    });
    const replaced = builtInParts.filter((part) => this.#reading.idsOf(part).size > 0);
    for (const part of builtInParts) if (!replaced.includes(part)) this.#reading.addIds(part, builtIn[part]);
    for (const record of this.#userRecords) this.#keep(this.#users, this.#identities.user(record));
    for (const { where, rows, isNeedless, what } of this.#source.leftOut())
      this.#findings.add({
        kind: isNeedless ? 'note' : what,
        where,
        problem: `${rows} ${rows === 1 ? 'row has' : 'rows have'} no place here`,
      });
    this.#placeSubnets();
    this.#mendReferences();
    if (!loader) {
      await this.#addAll(nowhere);
      return this.#findings.report(false, accepted);
    }
    return loader.load(replaced, async (loading) => {
      await this.#addAll(loading);
      const report = this.#findings.report(true, accepted);
      if (report.refused.length > 0) throw new ImportRefused({ ...report, imported: false });
      return report;
    });
  }

  #tell(part: string): void {
    this.#options.progressed?.(this.#source.progress, part);
  }

  #takeFields(fields: readonly ForeignField[]): void {
    for (const given of fields) {
      const field = customFieldOf(given, this.#fields, this.#findings);
      if (!field) continue;
      this.#fields.push(field);
      this.#reading.define(field, given.name);
    }
  }

  #take(part: ForeignPart, record: ForeignRecord): void {
    if (part === 'group') this.#keep(this.#groups, this.#identities.group(record));
    else if (part === 'user') this.#userRecords.push(record);
    else if (part === 'app') this.#keep(this.#apps, this.#identities.app(record));
    else if (part === 'settings') this.#settings = record;
    else if (part !== 'change') {
      const read = this.#reading.read(part, record);
      if (!read) return;
      const records = this.#read.get(part) ?? [];
      this.#read.set(part, records);
      records.push(read);
    }
  }

  #keep<T>(kept: T[], value: T | undefined): void {
    if (value !== undefined) kept.push(value);
  }

  #recordsOf(part: FieldPart): readonly ReadRecord[] {
    return this.#read.get(part) ?? [];
  }

  /** Decides where subnets hang. Those that cannot come go, with all that is below them becoming as others without master. */
  #placeSubnets(): void {
    const sections = new Map(this.#recordsOf('section').map((read) => [read.id, sectionOf(read)]));
    const read = new Map(this.#recordsOf('subnet').map((record) => [record.id, record]));
    const places = placesOf([...read.values()].map(subnetOf), sections);
    for (const { id, ...problem } of places.problems)
      this.#findings.add({
        kind: problem.kind,
        where: read.get(id)?.where ?? `subnet ${id}`,
        problem: subnetProblem(problem),
      });
    for (const id of places.toTop) {
      const record = read.get(id);
      if (record) record.values.masterSubnetId = null;
    }
    for (const id of places.orphans) this.#reading.dropId('subnet', id);
    this.#read.set(
      'subnet',
      this.#recordsOf('subnet').filter(({ id }) => !places.orphans.has(id)),
    );
    this.#strict = places.overlapping;
  }

  #mendReferences(): void {
    const names = new UniqueNames(this.#findings);
    for (const [part, records] of this.#read) {
      const except = part === 'subnet' ? ['masterSubnetId', 'sectionId'] : [];
      for (const record of records) {
        this.#references.mend(part, record, except);
        names.take(part, record);
      }
    }
    const masters = new Map(this.#recordsOf('section').map(({ id, values }) => [id, values.masterSection]));
    for (const { id, where, values } of this.#recordsOf('section')) {
      const isDeep = values.masterSection !== null && (masters.get(Number(values.masterSection)) ?? null) !== null;
      if (!isDeep && values.masterSection !== id) continue;
      this.#findings.add({ kind: 'cycle', where, problem: `is below section ${values.masterSection}, below which none can be` });
      values.masterSection = null;
    }
    for (const { id, values } of this.#recordsOf('section')) if (this.#strict.has(id)) values.strictMode = false;
  }

  async #addAll(loading: Loading): Promise<void> {
    await this.#add(loading, 'customField', this.#fields);
    await this.#add(loading, 'group', this.#groups);
    await this.#add(loading, 'user', this.#users);
    await this.#add(loading, 'app', this.#apps);
    const links = new Set(this.#fields.filter(({ on }) => on === 'addresses').map(({ name }) => name));
    if (this.#settings) await loading.set(settingsOf(this.#settings, links, this.#findings));
    for (const [part, records] of this.#read) if (isKindName(part) && part !== 'nat') await this.#addKind(loading, part, records);
    await this.#add(loading, 'section', this.#recordsOf('section').map(sectionOf));
    await this.#add(loading, 'subnet', this.#recordsOf('subnet').map(subnetOf));
    await this.#addStreamed(loading);
    for (const record of this.#recordsOf('nat')) this.#references.mendNat(record);
    await this.#addKind(loading, 'nat', this.#recordsOf('nat'));
  }

  /** What is many is read a second time, and passes through. */
  async #addStreamed(loading: Loading): Promise<void> {
    const prefixes = new Map(
      this.#recordsOf('subnet').map(({ id, values }) => [id, values.prefix instanceof Prefix ? values.prefix : null]),
    );
    const places = new AddressPlaces(prefixes);
    const names = new Map(this.#users.map(({ id, realName, username }) => [id, realName || username]));
    await this.#source.read(new Set<ForeignPart>(['address', 'change']), {
      fields: () => {},
      records: async (part, records) => {
        if (part === 'address')
          await this.#add(
            loading,
            'address',
            records.flatMap((record) => this.#address(record, places)),
          );
        else
          await this.#add(
            loading,
            'change',
            records.flatMap((record) => this.#change(record, names)),
          );
        this.#tell(part);
      },
    });
  }

  #address(record: ForeignRecord, places: AddressPlaces): Address[] {
    const read = this.#reading.read('address', record);
    if (!read) return [];
    const { ip, subnetId } = read.values;
    const problem = ip instanceof IpAddress ? places.take(Number(subnetId), ip) : undefined;
    if (ip instanceof IpAddress && problem) {
      this.#findings.add({ where: read.where, kind: problem.kind, problem: addressProblem(problem, ip, Number(subnetId)) });
      this.#reading.dropId('address', read.id);
      return [];
    }
    this.#references.mend('address', read, ['subnetId']);
    return [recordOf(addressFields, read)];
  }

  #change({ where, values }: ForeignRecord, names: ReadonlyMap<number, string>): ChangeEntry[] {
    const object = changedObjects.find((known) => known === values.object);
    const action = changeActions.find((known) => known === values.action);
    const [objectId, userId] = [Number(values.objectId), Number(values.userId)];
    if (!object || !action || !Number.isInteger(objectId) || objectId < 1 || typeof values.at !== 'string') {
      this.#findings.note(where, 'tells of what has no history here');
      return [];
    }
    const by = { userId: names.has(userId) ? userId : null, by: names.get(userId) ?? '' };
    const differences = Array.isArray(values.differences) ? values.differences.map(String) : [];
    return [{ object, objectId, objectName: null, action, differences, at: values.at, ...by, appId: null, clientAddress: null }];
  }

  async #add<P extends Part>(loading: Loading, part: P, records: readonly PartRecords[P][]): Promise<void> {
    if (records.length === 0) return;
    await loading.add(part, records);
    this.#findings.count(part, records.length);
  }

  #addKind(loading: Loading, part: KindName, records: readonly ReadRecord[]): Promise<void> {
    return this.#add(loading, part, records);
  }
}

const sectionOf = (read: ReadRecord): Section => recordOf(sectionFields, read);

const subnetOf = (read: ReadRecord): Subnet => toSubnet(recordOf(subnetFields, read));

/** Takes everything and keeps nothing. */
const nowhere: Loading = { add: async () => {}, set: async () => {} };
