import type { RateCount } from '../../../application/ports/access-keys.js';
import type { ChangeEntry } from '../../../application/ports/change-log.js';
import type { ChangeEvent } from '../../../application/ports/event.js';
import type { FollowerState } from '../../../application/ports/feed.js';
import type { ImportChunk, ImportRowError } from '../../../application/ports/imports.js';
import type { QueuedMail, QueuedNotice } from '../../../application/ports/notifications.js';
import type { ScanState } from '../../../application/ports/scanning.js';
import type { AnsweredRequest } from '../../../application/ports/unit-of-work.js';
import type { RankedNetwork } from '../../../application/ports/usage-history.js';
import type { Delivery, StoredWebhook } from '../../../application/ports/webhooks.js';
import type { AccessKey } from '../../../domain/access/access-key.js';
import type { AccessToken } from '../../../domain/access/access-token.js';
import type { StoredApp } from '../../../domain/access/app.js';
import type { OAuthClient, OAuthGrant } from '../../../domain/access/oauth.js';
import type { OwnRole } from '../../../domain/access/role.js';
import type { SavedView } from '../../../domain/access/saved-view.js';
import type { SecondFactor } from '../../../domain/access/second-factor.js';
import type { Settings } from '../../../domain/access/settings.js';
import type { SignInAttempts } from '../../../domain/access/sign-in-block.js';
import type { SignInProvider } from '../../../domain/access/sign-in-provider.js';
import { type Group, normalizeUsername, type User } from '../../../domain/access/user.js';
import type { CustomField } from '../../../domain/fields/custom-field.js';
import type { FieldValue } from '../../../domain/fields/field.js';
import type { KindRecord } from '../../../domain/fields/kind.js';
import type { IpAddress } from '../../../domain/net/ip-address.js';
import type { Subscription } from '../../../domain/notifications/subscription.js';
import type { ImportJob } from '../../../domain/transfer/import-job.js';
import type { RecordedDay, SectionUsagePoint } from '../../../domain/trends/usage-history.js';
import { FreeBlocks } from './free-blocks.js';
import { Locks } from './locks.js';
import { type OwnerName, ofEachOwner, owners, positionOf } from './owners.js';
import { type Row, Table } from './table.js';

/** A user with its secrets, which reads never return. */
export interface UserRow extends Row {
  readonly user: User;
  readonly passwordHash: string;
}

export interface Numbered<T> extends Row {
  readonly value: T;
}

/** Times are in milliseconds. */
export interface AppLease {
  readonly appId: string;
  readonly holder: string | null;
  readonly until: number;
  /** A refused owner with priority until `nextUntil`. */
  readonly next: string | null;
  readonly nextUntil: number;
}

/** Times are in milliseconds. */
export interface FollowerLease extends FollowerState {
  readonly holder: string | null;
  readonly until: number;
}

/** The scan of a subnet, with its id, owner and progress. Times are in milliseconds. */
export interface SubnetScan extends Row, ScanState {
  readonly owner: string | null;
  readonly until: number;
}

/** Times are in milliseconds. */
export interface UsageDay extends RecordedDay {
  readonly owner: string | null;
  readonly until: number;
}

export interface OwnedPoint extends SectionUsagePoint {
  readonly on: 'subnet' | 'section';
  readonly ownerId: number;
}

export interface UsageTrend extends Row, Pick<RankedNetwork, 'used' | 'size' | 'growth' | 'unusedSince'> {
  readonly isLeaf: boolean;
}

/** A mail with the timestamp of its first notice, and the end of its reservation or delay. */
export interface StoredMail extends QueuedMail {
  readonly at: Date;
  readonly until: Date | null;
  readonly problem: string | null;
}

export interface StoredImport extends Row {
  readonly job: ImportJob;
  readonly holder: string | null;
  readonly until: Date | null;
}

export interface FreedAddress {
  readonly subnetId: number;
  readonly ip: IpAddress;
  readonly at: string;
}

export interface State {
  readonly records: Readonly<Record<OwnerName, Table<KindRecord>>>;
  /** Derived from the subnets, for searches of free space. */
  readonly freeBlocks: FreeBlocks;
  readonly customFields: Table<Numbered<CustomField>>;
  readonly users: Table<UserRow>;
  readonly groups: Table<Group>;
  readonly roles: Table<Numbered<OwnRole>>;
  readonly savedViews: Table<SavedView>;
  readonly imports: Table<StoredImport>;
  readonly importChunks: Table<Numbered<ImportChunk & { readonly importId: number }>>;
  readonly importErrors: Table<Numbered<{ readonly importId: number; readonly error: ImportRowError }>>;
  readonly oauthClients: Table<Numbered<OAuthClient>>;
  readonly oauthGrants: Table<Numbered<OAuthGrant>>;
  readonly apps: Table<Numbered<StoredApp>>;
  readonly tokens: Table<Numbered<AccessToken>>;
  readonly accessKeys: Table<Numbered<AccessKey>>;
  readonly secondFactors: Table<Numbered<SecondFactor>>;
  readonly recoveryCodes: Table<Numbered<{ readonly userId: number; readonly digest: string }>>;
  readonly rateCounts: Table<Numbered<RateCount & { readonly used: number }>>;
  readonly signInAttempts: Table<Numbered<{ readonly key: string; readonly attempts: SignInAttempts; readonly outlived: Date }>>;
  readonly signInOrigins: Table<Numbered<{ readonly userId: number; readonly client: string; readonly last: Date }>>;
  readonly requestNonces: Table<Numbered<{ readonly digest: string; readonly outlived: Date; readonly owner: string | null }>>;
  readonly appLeases: Table<Numbered<AppLease>>;
  readonly subnetScans: Table<SubnetScan>;
  readonly usageDays: Table<Numbered<UsageDay>>;
  readonly usagePoints: Table<Numbered<OwnedPoint>>;
  readonly usageTrends: Table<UsageTrend>;
  readonly freedAddresses: Table<Numbered<FreedAddress>>;
  readonly settings: Settings | null;
  readonly answeredRequests: Table<Numbered<AnsweredRequest>>;
  /** Units of work run sequentially, so the number of an entry is its position in the feed. */
  readonly changeLog: Table<Numbered<ChangeEntry>>;
  /** Number of the last pruned entry; 0 if none was pruned. */
  readonly feedPruned: number;
  readonly followers: Table<Numbered<FollowerLease>>;
  readonly webhooks: Table<Numbered<StoredWebhook>>;
  readonly signInProviders: Table<Numbered<SignInProvider>>;
  readonly subscriptions: Table<Numbered<{ readonly userId: number; readonly subscription: Subscription }>>;
  readonly notices: Table<Numbered<QueuedNotice & { readonly at: Date }>>;
  readonly mails: Table<Numbered<StoredMail>>;
  readonly notificationMarks: Table<Numbered<{ readonly name: string; readonly value: string; readonly until: Date | null }>>;
  readonly webhookDeliveries: Table<Numbered<{ readonly webhook: string; readonly delivery: Delivery }>>;
  readonly webhookDeadLetters: Table<Numbered<{ readonly webhook: string; readonly event: ChangeEvent }>>;
}

export const emptyState: State = {
  records: ofEachOwner((name) => Table.empty(owners[name].indexes)),
  freeBlocks: FreeBlocks.empty,
  customFields: Table.empty({ name: ({ value }) => [value.on, value.name] }),
  users: Table.empty({
    name: ({ user }) => [normalizeUsername(user.username)],
    subject: ({ user }) => [user.provider ?? '', user.subject ?? ''],
  }),
  groups: Table.empty({ name: ({ name }) => [name] }),
  roles: Table.empty({ name: ({ value }) => [value.name] }),
  savedViews: Table.empty({ user: ({ userId }) => [userId] }),
  imports: Table.empty({ user: ({ job }) => [job.userId] }),
  importChunks: Table.empty({ import: ({ value }) => [value.importId, value.first] }),
  importErrors: Table.empty({ import: ({ value }) => [value.importId, value.error.row] }),
  oauthClients: Table.empty({ id: ({ value }) => [value.id] }),
  oauthGrants: Table.empty({ family: ({ value }) => [value.family], user: ({ value }) => [value.userId] }),
  apps: Table.empty({ id: ({ value }) => [value.id] }),
  tokens: Table.empty({
    digest: ({ value }) => [value.digest],
    expires: ({ value }) => [value.expires.getTime()],
    user: ({ value }) => [value.userId, value.expires.getTime()],
  }),
  accessKeys: Table.empty({ digest: ({ value }) => [value.digest], user: ({ value }) => [value.userId] }),
  secondFactors: Table.empty({
    id: ({ value }) => [value.id],
    user: ({ value }) => [value.userId],
    credential: ({ value }) => [value.type === 'passkey' ? value.credentialId : ''],
  }),
  recoveryCodes: Table.empty({ digest: ({ value }) => [value.userId, value.digest] }),
  rateCounts: Table.empty({ name: ({ value }) => [value.name] }),
  signInAttempts: Table.empty({ key: ({ value }) => [value.key], outlived: ({ value }) => [value.outlived.getTime()] }),
  signInOrigins: Table.empty({
    client: ({ value }) => [value.userId, value.client],
    user: ({ value }) => [value.userId, value.last.getTime()],
  }),
  requestNonces: Table.empty({
    digest: ({ value }) => [value.digest],
    outlived: ({ value }) => [value.outlived.getTime()],
    owner: ({ value }) => (value.owner === null ? undefined : [value.owner, value.outlived.getTime()]),
    owned: ({ value }) => (value.owner === null ? undefined : [value.outlived.getTime()]),
  }),
  appLeases: Table.empty({ app: ({ value }) => [value.appId] }),
  subnetScans: Table.empty({}),
  usageDays: Table.empty({ day: ({ value }) => [value.day] }),
  usagePoints: Table.empty({ place: ({ value }) => [value.on, value.ownerId, value.day] }),
  usageTrends: Table.empty({}),
  freedAddresses: Table.empty({
    place: ({ value }) => [value.subnetId, positionOf(value.ip)],
    at: ({ value }) => [value.at],
  }),
  settings: null,
  answeredRequests: Table.empty({
    key: ({ value }) => [value.caller, value.key],
    outlived: ({ value }) => [value.outlived.getTime()],
  }),
  feedPruned: 0,
  followers: Table.empty({ name: ({ value }) => [value.name] }),
  webhooks: Table.empty({ name: ({ value }) => [value.name] }),
  signInProviders: Table.empty({
    name: ({ value }) => [value.name],
    order: ({ value }) => [value.order, value.name],
  }),
  subscriptions: Table.empty({ user: ({ value }) => [value.userId] }),
  notices: Table.empty({ user: ({ value }) => [value.userId] }),
  mails: Table.empty({ id: ({ value }) => [value.id], user: ({ value }) => [value.userId] }),
  notificationMarks: Table.empty({ name: ({ value }) => [value.name] }),
  webhookDeliveries: Table.empty({ webhook: ({ value }) => [value.webhook] }),
  webhookDeadLetters: Table.empty({ webhook: ({ value }) => [value.webhook] }),
  changeLog: Table.empty({
    object: ({ value }) => [value.object, value.objectId],
    subnet: ({ value }) => (typeof value.subnetId === 'number' ? [value.subnetId] : undefined),
    at: ({ value }) => [value.at],
  }),
};

export interface Source {
  readonly state: State;
}

/** The changes of one unit of work. Other units of work see them after the commit. */
export class Draft implements Source {
  #state: State;
  #ended = false;
  readonly locks: Locks;

  constructor(state: State, { checksLocks = false }: { readonly checksLocks?: boolean } = {}) {
    this.#state = state;
    this.locks = new Locks(checksLocks);
  }

  /** @throws Error for a subnet without a lock, which is a defect of the use-case */
  requireLocked(subnetId: FieldValue | undefined): void {
    if (typeof subnetId === 'number') this.locks.require(`subnet ${subnetId}`);
  }

  /** @throws Error after the end of the unit of work */
  get state(): State {
    if (this.#ended) throw new Error('the unit of work of these repositories has ended');
    return this.#state;
  }

  set(changes: Partial<State>): void {
    this.#state = { ...this.state, ...changes };
  }

  table(owner: OwnerName): Table<KindRecord> {
    return this.state.records[owner];
  }

  setTable(owner: OwnerName, table: Table<KindRecord>): void {
    this.set({ records: { ...this.state.records, [owner]: table } });
  }

  end(): State {
    const { state } = this;
    this.#ended = true;
    return state;
  }
}
