import type { ChangeEvent } from '../../ports/event.js';

/** A CloudEvent 1.0 in its JSON form. */
export interface CloudEvent {
  readonly specversion: '1.0';
  /** `source` and `id` together are unique; a repeated delivery has the same. */
  readonly id: string;
  readonly source: string;
  /** hexipam.KIND.ACTION */
  readonly type: string;
  /** KIND/ID, the same for all events of an object. */
  readonly subject: string;
  readonly time: string;
  readonly datacontenttype: 'application/json';
  readonly data: ChangeEvent;
}

/** A change as a CloudEvent. @param source URI of its sender */
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
