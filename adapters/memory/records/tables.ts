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
import type { SignInAttempts } from '../../../domain/access/sign-in-block.js';
import type { SignInProvider } from '../../../domain/access/sign-in-provider.js';
import { type Group, normalizeUsername, type User } from '../../../domain/access/user.js';
import type { CustomField } from '../../../domain/fields/custom-field.js';
import type { IpAddress } from '../../../domain/net/ip-address.js';
import type { Subscription } from '../../../domain/notifications/subscription.js';
import type { ImportJob } from '../../../domain/transfer/import-job.js';
import type { RecordedDay } from '../../../domain/trends/retention.js';
import type { SectionUsagePoint } from '../../../domain/trends/usage-point.js';
import { positionOf } from './owners.js';
import { type Key, type Row, Table } from './table.js';

/** A lease with its end in milliseconds. */
interface Lease {
  readonly holder: string | null;
  readonly until: number;
}

export interface AppLease extends Lease {
  readonly appId: string;
  /** A refused owner with priority until `nextUntil`. */
  readonly next: string | null;
  readonly nextUntil: number;
}

export interface OwnedPoint extends SectionUsagePoint {
  readonly on: 'subnet' | 'section';
  readonly ownerId: number;
}

export interface UsageTrend extends Pick<RankedNetwork, 'used' | 'size' | 'growth' | 'unusedSince'> {
  readonly id: number;
  readonly isLeaf: boolean;
}

/** A mail with the timestamp of its first notice, and the end of its reservation or delay. */
export interface StoredMail extends QueuedMail {
  readonly at: Date;
  readonly until: Date | null;
  readonly problem: string | null;
}

/** The stored values by table. Inventory records are in other tables. */
export interface Stored {
  customFields: CustomField;
  /** Users with their secrets, which reads never return. */
  users: { readonly user: User; readonly passwordHash: string };
  groups: Group;
  roles: OwnRole;
  savedViews: SavedView;
  imports: { readonly job: ImportJob; readonly holder: string | null; readonly until: Date | null };
  importChunks: ImportChunk & { readonly importId: number };
  importErrors: { readonly importId: number; readonly error: ImportRowError };
  oauthClients: OAuthClient;
  oauthGrants: OAuthGrant;
  apps: StoredApp;
  tokens: AccessToken;
  accessKeys: AccessKey;
  secondFactors: SecondFactor;
  recoveryCodes: { readonly userId: number; readonly digest: string };
  rateCounts: RateCount & { readonly used: number };
  signInAttempts: { readonly key: string; readonly attempts: SignInAttempts; readonly outlived: Date };
  signInOrigins: { readonly userId: number; readonly client: string; readonly last: Date };
  requestNonces: { readonly digest: string; readonly outlived: Date; readonly owner: string | null };
  appLeases: AppLease;
  subnetScans: ScanState & Lease;
  usageDays: RecordedDay & Lease;
  usagePoints: OwnedPoint;
  usageTrends: UsageTrend;
  freedAddresses: { readonly subnetId: number; readonly ip: IpAddress; readonly at: string };
  answeredRequests: AnsweredRequest;
  /** Units of work run sequentially, so the number of an entry is its position in the feed. */
  changeLog: ChangeEntry;
  followers: FollowerState & Lease;
  webhooks: StoredWebhook;
  webhookDeliveries: { readonly webhook: string; readonly delivery: Delivery };
  webhookDeadLetters: { readonly webhook: string; readonly event: ChangeEvent };
  signInProviders: SignInProvider;
  subscriptions: { readonly userId: number; readonly subscription: Subscription };
  notices: QueuedNotice & { readonly at: Date };
  mails: StoredMail;
  notificationMarks: { readonly name: string; readonly value: string; readonly until: Date | null };
}

export interface Numbered<T> extends Row {
  readonly value: T;
}

export type Tables = { readonly [N in keyof Stored]: Table<Numbered<Stored[N]>> };

/** @param indexes functions that return the key of a value; undefined excludes the value from the index */
function table<T>(indexes: Readonly<Record<string, (value: NoInfer<T>) => Key | undefined>>): Table<Numbered<T>> {
  const ofRows = Object.entries(indexes).map(([name, keyOf]) => [name, ({ value }: Numbered<T>) => keyOf(value)] as const);
  return Table.empty(Object.fromEntries(ofRows));
}

const byName = ({ name }: { readonly name: string }): Key => [name];
const byUser = ({ userId }: { readonly userId: number }): Key => [userId];
const byDigest = ({ digest }: { readonly digest: string }): Key => [digest];
const byEnd = ({ outlived }: { readonly outlived: Date }): Key => [outlived.getTime()];

/** The indexes of each table. The index `key` identifies a value. */
export const emptyTables: Tables = {
  customFields: table({ key: ({ on, name }) => [on, name] }),
  users: table({
    name: ({ user }) => [normalizeUsername(user.username)],
    subject: ({ user }) => [user.provider ?? '', user.subject ?? ''],
  }),
  groups: table({ key: byName }),
  roles: table({ key: byName }),
  savedViews: table({ user: byUser }),
  imports: table({ user: ({ job }) => [job.userId] }),
  importChunks: table({ import: ({ importId, first }) => [importId, first] }),
  importErrors: table({ import: ({ importId, error }) => [importId, error.row] }),
  oauthClients: table({ key: ({ id }) => [id] }),
  oauthGrants: table({ key: ({ family }) => [family], user: byUser }),
  apps: table({ key: ({ id }) => [id] }),
  tokens: table({
    key: byDigest,
    expires: ({ expires }) => [expires.getTime()],
    user: ({ userId, expires }) => [userId, expires.getTime()],
  }),
  accessKeys: table({ key: byDigest, user: byUser }),
  secondFactors: table({
    key: ({ id }) => [id],
    user: byUser,
    credential: (factor) => [factor.type === 'passkey' ? factor.credentialId : ''],
  }),
  recoveryCodes: table({ key: ({ userId, digest }) => [userId, digest], user: byUser }),
  rateCounts: table({ key: byName }),
  signInAttempts: table({ key: ({ key }) => [key], outlived: byEnd }),
  signInOrigins: table({
    key: ({ userId, client }) => [userId, client],
    user: ({ userId, last }) => [userId, last.getTime()],
  }),
  requestNonces: table({
    key: byDigest,
    outlived: byEnd,
    owner: ({ owner, outlived }) => (owner === null ? undefined : [owner, outlived.getTime()]),
    owned: ({ owner, outlived }) => (owner === null ? undefined : [outlived.getTime()]),
  }),
  appLeases: table({ key: ({ appId }) => [appId] }),
  subnetScans: table({}),
  usageDays: table({ key: ({ day }) => [day] }),
  usagePoints: table({ key: ({ on, ownerId, day }) => [on, ownerId, day] }),
  usageTrends: table({}),
  freedAddresses: table({ key: ({ subnetId, ip }) => [subnetId, positionOf(ip)], at: ({ at }) => [at] }),
  answeredRequests: table({ key: ({ caller, key }) => [caller, key], outlived: byEnd }),
  changeLog: table({
    object: ({ object, objectId }) => [object, objectId],
    subnet: ({ subnetId }) => (typeof subnetId === 'number' ? [subnetId] : undefined),
    at: ({ at }) => [at],
  }),
  followers: table({ key: byName }),
  webhooks: table({ key: byName }),
  webhookDeliveries: table({ webhook: ({ webhook }) => [webhook] }),
  webhookDeadLetters: table({ webhook: ({ webhook }) => [webhook] }),
  signInProviders: table({ key: byName, order: ({ order, name }) => [order, name] }),
  subscriptions: table({ key: byUser, user: byUser }),
  notices: table({ user: byUser }),
  mails: table({ key: ({ id }) => [id], user: byUser }),
  notificationMarks: table({ key: byName }),
};
