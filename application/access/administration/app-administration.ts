import {
  type App,
  appFields,
  canStoreDigest,
  findApp,
  needsCode,
  publicApp,
  type StoredApp,
} from '../../../domain/access/app.js';
import { type AdministeredInput, mergeMembers } from '../../../domain/fields/administered-field.js';
import type { Caller } from '../../caller.js';
import type { TokenSource } from '../../ports/environment.js';
import type { Readers, Repositories } from '../../ports/unit-of-work.js';
import { Entry, invalidEntry, labelOf } from '../provisioning/entry.js';
import { appMembers, appToStore, readApp } from '../provisioning/records.js';
import type { AdministrativeUnits } from './administrative-units.js';
import { requireAdministrator, requireCurrent, requireUnused } from './requirements.js';

/** An application for administrators. Only the response to its creation contains the code. */
export type ListedApp = App & { readonly code?: string };

export type AppInput = AdministeredInput<typeof appFields> & { readonly code?: unknown };

/** Adds, changes and removes applications. Each change is logged. Invalid input changes nothing. */
export class AppAdministration {
  readonly #readers: Readers;
  readonly #units: AdministrativeUnits;
  readonly #tokens: TokenSource;

  constructor(readers: Readers, units: AdministrativeUnits, tokens: TokenSource) {
    this.#readers = readers;
    this.#units = units;
    this.#tokens = tokens;
  }

  async list(caller: Caller): Promise<ListedApp[]> {
    requireAdministrator(caller);
    return (await this.#readers.apps.list()).map((app) => listed(app));
  }

  /**
   * Adds an application. Creates a code if its security mode needs one.
   * @throws IpamError provision.invalid, administration.exists, account.proofOutdated
   */
  add(caller: Caller, input: AppInput & { readonly id: string }): Promise<ListedApp> {
    return this.#units.runReauthenticated(caller, async ({ repositories, writes }) => {
      const { app, madeCode } = this.#read(input);
      const same = findApp(await repositories.apps.list(), app.id);
      requireUnused(same, what, same?.id ?? app.id);
      await writes.saveApp(undefined, app);
      return listed(app, madeCode);
    });
  }

  /**
   * Changes members of an application.
   * @param newCode whether to replace the code; a missing code is always created
   * @throws IpamError administration.unknown; account.proofOutdated; provision.invalid, also for security crypt if only a digest
   * of the code is stored
   */
  set(caller: Caller, id: string, changes: Omit<AppInput, 'id'>, newCode = false): Promise<ListedApp> {
    return this.#units.runReauthenticated(caller, async ({ repositories, writes }) => {
      const stored = await changeable(caller, repositories, id);
      const { codeDigest: _digest, ...old } = stored;
      const { app, madeCode } = this.#read({ ...mergeMembers(appFields, old, changes), id: stored.id }, stored, newCode);
      await writes.saveApp(stored, app);
      return listed(app, madeCode);
    });
  }

  /** @throws IpamError administration.unknown */
  remove(caller: Caller, id: string): Promise<ListedApp> {
    return this.#units.run(caller, async ({ repositories, writes }) => {
      const stored = await changeable(caller, repositories, id);
      await writes.deleteApp(stored);
      return listed(stored);
    });
  }

  #read(input: AppInput & { readonly id: string }, stored?: StoredApp, newCode = false) {
    const { id, security, code = null } = input;
    const label = labelOf(what, id);
    const storedDigest = newCode || code !== null ? null : (stored?.codeDigest ?? null);
    if (storedDigest !== null && !canStoreDigest(security))
      invalidEntry(
        `${label} "security"`,
        'cannot be changed to crypt without a new code: only a digest of the current code is stored',
      );
    const isMissing = code === null && storedDigest === null;
    const madeCode = newCode || (needsCode(security) && isMissing) ? this.#tokens.createCode() : undefined;
    const entry = new Entry({ ...input, code: madeCode ?? code }, label, appMembers);
    const app = appToStore(readApp(entry, storedDigest !== null), stored, (code) => this.#tokens.digest(code));
    return { app: storedDigest === null ? app : { ...app, codeDigest: storedDigest }, madeCode };
  }
}

const what = 'application';

/** @throws IpamError administration.unknown, record.changed */
const changeable = async (caller: Caller, { apps }: Repositories, id: string): Promise<StoredApp> =>
  requireCurrent(caller, appFields, findApp(await apps.list(), id), what, id);

const listed = (app: StoredApp, madeCode?: string): ListedApp =>
  madeCode === undefined ? publicApp(app) : { ...publicApp(app), code: madeCode };
