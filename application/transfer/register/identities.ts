import { type App, isEnabled, type StoredApp } from '../../../domain/access/app.js';
import type { LevelDefinition } from '../../../domain/access/kind-level.js';
import { defaultSettings, type Settings } from '../../../domain/access/settings.js';
import type { SignInProvider } from '../../../domain/access/sign-in-provider.js';
import { type Group, noPasswordHash, normalizeUsername } from '../../../domain/access/user.js';
import { importedLevels } from '../../../domain/transfer/imported-value.js';
import { Entry } from '../../access/provisioning/entry.js';
import {
  appMembers,
  appToStore,
  groupMembers,
  readApp,
  readGroup,
  readUser,
  userMembers,
} from '../../access/provisioning/records.js';
import { providerMembers, readProvider } from '../../access/provisioning/sign-in-providers.js';
import type { ImportRecord, UserWithHash } from '../../ports/register.js';
import { readReported } from './problems.js';
import type { RecordReading } from './records.js';
import type { Findings } from './report.js';

export interface ImportedSecrets {
  /** Problem of a password hash; undefined for a usable one. */
  readonly problemWithHash: (hash: string) => string | undefined;
  readonly digest: (code: string) => string;
}

export class IdentityReading {
  readonly #reading: RecordReading;
  readonly #findings: Findings;
  readonly #secrets: ImportedSecrets;
  readonly #names = new Set<string>();
  readonly #apps = new Set<string>();
  readonly #providers = new Set<string>();

  constructor(reading: RecordReading, findings: Findings, secrets: ImportedSecrets) {
    this.#reading = reading;
    this.#findings = findings;
    this.#secrets = secrets;
  }

  group(record: ImportRecord): Group | undefined {
    const id = this.#reading.readId('group', record);
    const { where, values } = record;
    if (id === undefined) return undefined;
    const name = textOf(values.name).trim();
    const description = textOf(values.description);
    return this.#read(where, () => ({ ...readGroup(new Entry({ name, description }, where, groupMembers)), id }), 'group', id);
  }

  provider({ where, values }: ImportRecord): SignInProvider | undefined {
    const provider = readReported(
      () => readProvider(new Entry(values, where, providerMembers)),
      (problem) => this.#findings.note(where, `is not imported: ${problem}`),
    );
    if (!provider) return undefined;
    this.#providers.add(provider.name);
    this.#findings.note(where, `becomes the sign-in provider ${provider.name}: test it with hexipam provider test`);
    return provider;
  }

  user(record: ImportRecord): UserWithHash | undefined {
    const id = this.#reading.readId('user', record);
    if (id === undefined) return undefined;
    const { where, values } = record;
    const entry = {
      username: textOf(values.username).trim(),
      role: values.role === 'Administrator' ? 'Administrator' : 'User',
      ...levelsOf(values),
      realName: textOf(values.realName),
      email: textOf(values.email),
      disabled: values.disabled === true,
    };
    const profile = this.#read(where, () => readUser(new Entry(entry, where, userMembers)), 'user', id);
    if (!profile) return undefined;
    const key = normalizeUsername(profile.username);
    if (this.#names.has(key)) return this.#taken(where, 'user', id, profile.username);
    this.#names.add(key);
    const { password: _, ...others } = profile;
    const times = { editDate: null, lastLogin: timeOf(values.lastLogin), lastActivity: timeOf(values.lastActivity) };
    return {
      ...others,
      ...{ id, kind: 'person', subject: null, groups: this.#groupsOf(record) },
      ...this.#passwordOf(record, others.disabled),
      ...times,
      totpSecret: this.#totpSecretOf(record),
    };
  }

  #taken(where: string, entity: 'user', id: number, name: string): undefined {
    this.#findings.add({ kind: 'duplicate', where, problem: `another user is named ${JSON.stringify(name)}: not imported` });
    this.#reading.dropId(entity, id);
  }

  #groupsOf({ where, values }: ImportRecord): number[] {
    const ids = Array.isArray(values.groups) ? values.groups.map(Number) : [];
    const known = this.#reading.idsOf('group');
    for (const id of ids)
      if (!known.has(id)) this.#findings.add({ kind: 'reference', where, problem: `is in group ${id}, which does not exist` });
    return [...new Set(ids.filter((id) => known.has(id)))].sort((a, b) => a - b);
  }

  #totpSecretOf({ where, values }: ImportRecord): string | undefined {
    const secret = textOf(values.totpSecret).replace(/[\s=]/g, '').toUpperCase();
    if (secret === '') return undefined;
    if (/^[A-Z2-7]{16,128}$/.test(secret)) {
      this.#findings.note(where, 'retains its second factor: the codes of its app stay valid');
      return secret;
    }
    this.#findings.add({ kind: 'value', where, problem: 'has an unreadable second factor: the factor is not imported' });
    return undefined;
  }

  /** Reads the password. Users of an unknown provider, and users with an unusable hash, are disabled. */
  #passwordOf({ where, values }: ImportRecord, disabled: boolean): Pick<UserWithHash, 'passwordHash' | 'disabled' | 'provider'> {
    const { provider } = values;
    if (typeof provider === 'string' && this.#providers.has(provider))
      return { passwordHash: noPasswordHash, disabled, provider };
    const hash = textOf(values.passwordHash);
    const problem =
      typeof values.signsInBy === 'string'
        ? `its sign-in method ${values.signsInBy} is unknown to this service`
        : this.#secrets.problemWithHash(hash);
    if (problem === undefined) return { passwordHash: hash, disabled, provider: null };
    this.#findings.note(where, `is disabled: ${problem}`);
    return { passwordHash: noPasswordHash, disabled: true, provider: null };
  }

  app({ where, values }: ImportRecord): StoredApp | undefined {
    const appValues = { ...values, cryptLegacy: true };
    const app = this.#app(where, appValues) ?? this.#disabledApp(where, appValues);
    if (!app) return undefined;
    if (this.#apps.has(app.id)) {
      this.#findings.add({ kind: 'duplicate', where, problem: `another application is named ${app.id}: not imported` });
      return undefined;
    }
    this.#apps.add(app.id);
    return app;
  }

  #app(where: string, values: object, reports = true): StoredApp | undefined {
    return readReported(
      () => appToStore(readApp(new Entry(values, where, appMembers)), undefined, this.#secrets.digest),
      (problem) => {
        if (reports) this.#findings.add({ kind: 'app', where, problem });
      },
    );
  }

  #disabledApp(where: string, { id }: { readonly id?: unknown } & object): StoredApp | undefined {
    const disabled: Pick<App, 'permission' | 'security'> = { permission: 'disabled', security: 'none' };
    return isEnabled(disabled) ? undefined : this.#app(where, { id, ...disabled }, false);
  }

  #read<T>(where: string, read: () => T, entity: 'group' | 'user', id: number): T | undefined {
    return readReported(read, (problem) => {
      this.#findings.add({ kind: 'value', where, problem: `${problem}: it is not imported` });
      this.#reading.dropId(entity, id);
    });
  }
}

function levelsOf({ role, levels }: ImportRecord['values']): Required<LevelDefinition> {
  if (role === 'Administrator') return { inventory: 'write', levels: [] };
  return importedLevels(
    Object.fromEntries(Object.entries(Object(levels)).map(([kind, level]): [string, number] => [kind, Number(level) || 0])),
  );
}

export function settingsOf({ where, values }: ImportRecord, linkFields: ReadonlySet<string>, findings: Findings): Settings {
  const link = textOf(values.linkField);
  const isKnown = link === '' || linkFields.has(link);
  if (!isKnown)
    findings.add({ kind: 'value', where, problem: `addresses are linked by ${link}, which is not a custom field of addresses` });
  const vlanMax = Number(values.vlanMax);
  return {
    ...defaultSettings,
    linkField: isKnown && link !== '' ? link : null,
    uniqueVlanNumbers: values.uniqueVlanNumbers === true,
    vlanMax: Number.isInteger(vlanMax) && vlanMax > 0 ? vlanMax : defaultSettings.vlanMax,
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const timeOf = (value: unknown): string | null =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value) ? value : null;
