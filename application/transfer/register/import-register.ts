import type { SignInProvider } from '../../../domain/access/sign-in-provider.js';
import { isKindName, type KindName } from '../../../domain/catalog/kinds.js';
import type { CustomField } from '../../../domain/fields/custom-field.js';
import { problemWithName } from '../../access/provisioning/custom-field-names.js';
import { Entry } from '../../access/provisioning/entry.js';
import { customFieldMembers, readCustomField } from '../../access/provisioning/records.js';
import type {
  Entity,
  EntityRecords,
  ImportEntity,
  ImportField,
  ImportRecord,
  ImportSource,
  ImportWriter,
  RegisterLoader,
} from '../../ports/register.js';
import { BufferedRecords } from './buffered-records.js';
import { IdentityReading, type ImportedSecrets, settingsOf } from './identities.js';
import { readReported } from './problems.js';
import { type ReadRecord, RecordReading } from './records.js';
import { Findings, type ImportReport } from './report.js';
import { StreamedRecords } from './streamed-records.js';

/** Entities to buffer. Referenced ones come first. */
const bufferedEntities = [
  ...([
    'group',
    'signInProvider',
    'user',
    'app',
    'settings',
    'customer',
    'location',
    'l2domain',
    'vlan',
    'vrf',
    'rack',
    'deviceType',
  ] as const),
  ...(['device', 'tag', 'nameserver', 'scanAgent', 'nat', 'section', 'subnet', 'request'] as const),
] satisfies readonly ImportEntity[];

/** Ids of built-in records. They remain if the source has no records of their entity. */
const builtIn = {
  group: [2, 3],
  l2domain: [1],
  deviceType: [1, 2, 3, 4, 5, 6, 7, 8, 9],
  tag: [1, 2, 3, 4],
  scanAgent: [1],
} as const satisfies Partial<Record<Entity, readonly number[]>>;

const builtInEntities = Object.keys(builtIn) as (keyof typeof builtIn)[];

const defaultRecords = [
  ['l2domain', { id: 1, name: 'default', description: 'default L2 domain' }],
  ['tag', { id: 2, type: 'Used', bgcolor: '#a9c9a4', fgcolor: '#ffffff', compress: 'No', locked: 'Yes', updateTag: '1' }],
  ['scanAgent', { id: 1, name: 'localhost', description: 'Scanning from local machine', type: 'direct' }],
] as const;

export interface ImportOptions {
  /** Accepted losses: kinds of losses, tables, columns (`users.2fa`), or `all`. */
  readonly accepted: ReadonlySet<string>;
  readonly secrets: ImportedSecrets;
  readonly progressed?: (share: number, what: string) => void;
}

/** The import has losses that were not accepted. Nothing was imported. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
  readonly report: ImportReport;

  constructor(report: ImportReport) {
    super(`nothing was imported, because data would be lost: ${report.refused.join(', ')}`);
    this.report = report;
  }
}

/**
 * Imports the register of another system including ids. Without a loader, the import is a dry run.
 * @throws ImportRefused, SourceError, RegisterNotEmpty
 */
export function importRegister(
  source: ImportSource,
  loader: RegisterLoader | undefined,
  options: ImportOptions,
): Promise<ImportReport> {
  return new RegisterImport(source, options).run(loader);
}

class RegisterImport {
  readonly #source: ImportSource;
  readonly #options: ImportOptions;
  readonly #findings = new Findings();
  readonly #reading = new RecordReading(this.#findings);
  readonly #identities: IdentityReading;
  readonly #buffered = new BufferedRecords(this.#reading, this.#findings);
  readonly #fields: CustomField[] = [];
  readonly #groups: EntityRecords['group'][] = [];
  readonly #users: EntityRecords['user'][] = [];
  readonly #userRecords: ImportRecord[] = [];
  readonly #providers: SignInProvider[] = [];
  readonly #apps: EntityRecords['app'][] = [];
  #settings: ImportRecord | undefined;

  constructor(source: ImportSource, options: ImportOptions) {
    this.#source = source;
    this.#options = options;
    this.#identities = new IdentityReading(this.#reading, this.#findings, options.secrets);
  }

  async run(loader: RegisterLoader | undefined): Promise<ImportReport> {
    const { accepted } = this.#options;
    await this.#source.read(new Set(bufferedEntities), {
      fields: (fields) => this.#addFields(fields),
      lost: (loss) => this.#findings.add(loss),
      records: async (entity, records) => {
        for (const record of records) this.#take(entity, record);
        this.#reportProgress(entity);
      },
    });
    const replaced = builtInEntities.filter((entity) => this.#reading.idsOf(entity).size > 0);
    for (const entity of builtInEntities) if (!replaced.includes(entity)) this.#reading.addIds(entity, builtIn[entity]);
    this.#addDefaults();
    for (const record of this.#userRecords) this.#addTo(this.#users, this.#identities.user(record));
    this.#buffered.positionSubnets();
    this.#buffered.repairReferences();
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

  #addDefaults(): void {
    for (const [entity, values] of defaultRecords) {
      if (this.#reading.idsOf(entity).has(values.id)) continue;
      const where = `${entity} ${values.id}`;
      this.#findings.note(where, 'is added: new records refer to it by default');
      this.#buffered.take(entity, { where, values, custom: {} });
    }
  }

  #reportProgress(entity: string): void {
    this.#options.progressed?.(this.#source.progress, entity);
  }

  #addFields(fields: readonly ImportField[]): void {
    for (const definition of fields) {
      const field = customFieldOf(definition, this.#fields, this.#findings);
      if (!field) continue;
      this.#fields.push(field);
      this.#reading.define(field, definition.name);
    }
  }

  #take(entity: ImportEntity, record: ImportRecord): void {
    if (entity === 'group') this.#addTo(this.#groups, this.#identities.group(record));
    else if (entity === 'signInProvider') this.#addTo(this.#providers, this.#identities.provider(record));
    else if (entity === 'user') this.#userRecords.push(record);
    else if (entity === 'app') this.#addTo(this.#apps, this.#identities.app(record));
    else if (entity === 'settings') this.#settings = record;
    else if (entity !== 'change') this.#buffered.take(entity, record);
  }

  #addTo<T>(list: T[], value: T | undefined): void {
    if (value !== undefined) list.push(value);
  }

  async #addAll(loading: ImportWriter): Promise<void> {
    await this.#add(loading, 'customField', this.#fields);
    await this.#add(loading, 'group', this.#groups);
    await loading.addProviders(this.#providers);
    await this.#add(loading, 'user', this.#users);
    await this.#add(loading, 'app', this.#apps);
    const links = new Set(this.#fields.filter(({ on }) => on === 'addresses').map(({ name }) => name));
    if (this.#settings) await loading.set(settingsOf(this.#settings, links, this.#findings));
    this.#buffered.assignRequests(this.#users);
    for (const [entity, records] of this.#buffered.entries)
      if (isKindName(entity) && entity !== 'nat') await this.#addKind(loading, entity, records);
    await this.#add(loading, 'section', this.#buffered.sections);
    await this.#add(loading, 'subnet', this.#buffered.subnets);
    await this.#addStreamed(loading);
    this.#buffered.repairNat();
    await this.#addKind(loading, 'nat', this.#buffered.of('nat'));
  }

  /** Streams large entities in a second read. */
  async #addStreamed(loading: ImportWriter): Promise<void> {
    const passing = new StreamedRecords(this.#reading, this.#findings, this.#buffered, this.#users);
    await this.#source.read(new Set<ImportEntity>(['address', 'change']), {
      fields: () => {},
      lost: (loss) => this.#findings.add(loss),
      records: async (entity, records) => {
        if (entity === 'address') await this.#add(loading, 'address', passing.addresses(records));
        else await this.#add(loading, 'change', passing.changes(records));
        this.#reportProgress(entity);
      },
    });
  }

  async #add<P extends Entity>(loading: ImportWriter, entity: P, records: readonly EntityRecords[P][]): Promise<void> {
    if (records.length === 0) return;
    await loading.add(entity, records);
    this.#findings.count(entity, records.length);
  }

  #addKind(loading: ImportWriter, entity: KindName, records: readonly ReadRecord[]): Promise<void> {
    return this.#add(loading, entity, records);
  }
}

const nowhere: ImportWriter = { add: async () => {}, set: async () => {}, addProviders: async () => {} };

/**
 * Reads a custom field of another system. An invalid name is replaced.
 * @returns undefined for an unsupported field, which is reported
 */
function customFieldOf(
  { where, remark, ...definition }: ImportField,
  defined: readonly CustomField[],
  findings: Findings,
): CustomField | undefined {
  const isFree = (name: string): boolean =>
    problemWithName(definition.on, name) === undefined &&
    !defined.some((other) => other.on === definition.on && other.name.toLowerCase() === name.toLowerCase());
  const name = isFree(definition.name) ? definition.name : newNameFor(definition.name, isFree);
  if (name !== definition.name)
    findings.add({
      kind: 'custom-field',
      where,
      problem: `cannot be named ${JSON.stringify(definition.name)}: it is renamed to ${name}`,
    });
  if (remark !== undefined) findings.note(where, remark);
  const mayBeEmpty = definition.nullable || definition.default === null; // otherwise records without a value could not be created
  const field = readField({ ...definition, name, nullable: mayBeEmpty }, where, findings);
  return field ?? readField({ ...definition, name, default: null, nullable: true }, where, findings);
}

const readField = (field: CustomField, where: string, findings: Findings): CustomField | undefined =>
  readReported(
    () => readCustomField(new Entry(field, where, customFieldMembers)),
    (problem) => findings.add({ kind: 'custom-field', where, problem }),
  );

function newNameFor(name: string, isFree: (name: string) => boolean): string {
  const shaped = `custom_${name.replace(/^custom_/i, '').replace(/[^\w-]/g, '_')}`.slice(0, 56);
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? shaped : `${shaped}_${number}`;
    if (isFree(candidate)) return candidate;
  }
}
