import type { SpaceRequest } from '../allocation/space-request.js';
import { type RequestState, requestStates } from '../catalog/kind-descriptors.js';
import type { Change, PlainValue } from '../changes/change.js';
import { alarmIn } from './alarm.js';
import { type Audience, boundedFacts, type Notice, type NoticeEvent, topicOfEvent } from './notice.js';

export interface PublishedChange extends Change {
  readonly at: string;
  readonly userId: number | null;
  readonly appId: string | null;
  readonly by: string;
  readonly location: { readonly sectionId: number | null; readonly subnetId: number | null };
}

export interface NoticeContext {
  /** Display text of the subnet of the change. */
  readonly network: string;
  /** Undefined for a change of another object. */
  readonly request?: SpaceRequest | undefined;
}

/** Levels on a subnet: to see the subnet; to write its addresses and decide requests. */
const seeing = 1;
const deciding = 2;

/** Author of addresses that a scan discovered. */
export const scanAuthor = 'scan';

const answers: Readonly<Partial<Record<RequestState, NoticeEvent>>> = {
  accepted: 'requestAccepted',
  refused: 'requestRefused',
  expired: 'requestExpired',
  withdrawn: 'requestWithdrawn',
};

/** Whether a change may cause a notice. Its NoticeContext is read only then. */
export const isOfInterest = ({ object, action, by, userId, appId, after, isConsequence = false }: PublishedChange): boolean =>
  action === 'alarm' ||
  (object === 'request' && !isConsequence && (action === 'add' || (action === 'edit' && after?.state !== undefined))) ||
  (object === 'address' && action === 'add' && by === scanAuthor && userId === null && appId === null);

export function noticeOf(change: PublishedChange, context: NoticeContext): Notice | undefined {
  if (!isOfInterest(change)) return undefined;
  const notice = unboundedNoticeOf(change, context);
  return notice && { ...notice, facts: boundedFacts(notice.facts) };
}

function unboundedNoticeOf(change: PublishedChange, context: NoticeContext): Notice | undefined {
  if (change.action === 'alarm') return noticeOfAlarm(change);
  return change.object === 'request' ? noticeOfRequest(change, context) : noticeOfDiscovery(change, context);
}

const baseOf = ({ object, objectId, objectName, at, location }: PublishedChange) => ({
  key: `${object}:${objectName ?? objectId}`,
  at,
  sectionId: location.sectionId,
  subnetId: location.subnetId,
});

function noticeOfAlarm(change: PublishedChange): Notice | undefined {
  const alarm = alarmIn(change);
  if (!alarm) return undefined;
  const { event, facts } = alarm;
  const base = baseOf(change);
  return { ...base, event, key: `${topicPart(event)}:${base.key}`, facts, audience: audienceOfAlarm(event, facts.userId) };
}

/** The part of the key for an event. It is equal for both crossings of a threshold: a mail contains only the last crossing. */
const topicPart = (event: NoticeEvent): string => event.replace(/(Risen|Fallen)$/, '');

function audienceOfAlarm(event: NoticeEvent, userId: PlainValue | undefined): Audience {
  if (topicOfEvent[event] === 'backup') return { of: 'administrators' };
  if (event === 'keyEnds') return typeof userId === 'number' ? { of: 'user', userId } : { of: 'administrators' };
  return { of: 'level', level: event === 'holdEnds' ? deciding : seeing, exceptUserId: null };
}

function noticeOfRequest(change: PublishedChange, { network, request }: NoticeContext): Notice | undefined {
  if (!request) return undefined;
  const base = { ...baseOf(change), key: `request:${change.objectId}` };
  const facts = { request: change.objectId, network, requester: request.requester ?? '', comment: request.comment };
  if (change.action === 'add') {
    const audience = { of: 'level', level: deciding, exceptUserId: request.requesterId } as const;
    return { ...base, event: 'requestMade', audience, facts: { ...facts, space: spaceOf(request) } };
  }
  const state = requestStates.find((known) => known === request.state);
  const event = state && answers[state];
  if (!event || request.requesterId === null || request.requesterId === change.userId) return undefined;
  const { adminComment, results, decidedBy } = request;
  const answer = { by: decidedBy ?? change.by, reason: adminComment ?? '', results: (results ?? '').replaceAll(';', ', ') };
  return { ...base, event, audience: { of: 'user', userId: request.requesterId }, facts: { ...facts, ...answer } };
}

function spaceOf({ ip_addr: ip, count, mask }: SpaceRequest): string {
  if (mask !== null) return ip ? `${ip}/${mask}` : `/${mask}`;
  const first = ip ? `${ip}` : '';
  return count !== null && count > 1 ? `${first === '' ? '' : `${first} `}(${count})` : first;
}

function noticeOfDiscovery(change: PublishedChange, { network }: NoticeContext): Notice {
  const { ip, hostname } = change.after ?? {};
  const audience = { of: 'level', level: seeing, exceptUserId: null } as const;
  const facts = { network, ip: String(ip ?? ''), hostname: typeof hostname === 'string' ? hostname : '' };
  return { ...baseOf(change), event: 'discovered', audience, facts };
}
