import type { ChangeEvent } from '../../ports/event.js';

export interface CloudEvent {
  readonly specversion: '1.0';
  /** `source` and `id` are unique together and equal in repeated deliveries. */
  readonly id: string;
  readonly source: string;
  /** hexipam.KIND.ACTION */
  readonly type: string;
  /** KIND/ID, equal for all events of an object. */
  readonly subject: string;
  readonly time: string;
  readonly datacontenttype: 'application/json';
  readonly data: ChangeEvent;
}

/** Converts a change to a CloudEvent. @param source URI of the sender */
export const cloudEventOf = (source: string, event: ChangeEvent): CloudEvent => ({
  specversion: '1.0',
  id: event.id,
  source,
  type: `hexipam.${event.kind}.${event.action}`,
  subject: `${event.kind}/${event.name ?? event.objectId}`,
  time: event.at,
  datacontenttype: 'application/json',
  data: event,
});
