import { defineKind } from '../../fields/kind.js';

/** All states except `open` are final. */
export const requestStates = ['open', 'accepted', 'refused', 'withdrawn', 'expired'] as const;
export type RequestState = (typeof requestStates)[number];

export const maxRequestedAddresses = 64;

const longestComment = 2000;

/**
 * A user's request for addresses or a network in a subnet. `ip_addr` is the first or only requested address; `mask` is the
 * prefix length of a requested network. `tag` and texts apply to the new records. `heldIds` are the held addresses or the held
 * network of an open request.
 */
export const request = defineKind({
  name: 'request',
  title: 'requests',
  fields: {
    subnetId: { type: 'reference', ref: { kind: 'subnet', onDelete: 'cascade' }, required: true, writeOnce: true },
    state: { type: 'enum', values: requestStates, default: 'open', readOnly: true, isOptionalOnWire: true },
    ip_addr: { type: 'address' },
    count: { type: 'integer', min: 1, max: maxRequestedAddresses, default: 1, nullIsNotSent: true },
    mask: { type: 'integer', min: 0, max: 128 },
    description: { type: 'text', max: 64 },
    hostname: { type: 'text', max: 255 },
    mac: { type: 'mac' },
    owner: { type: 'text', max: 128 },
    tag: { type: 'reference', ref: { kind: 'tag', onDelete: 'clear' } },
    comment: { type: 'multiline', max: longestComment, required: true, notBlank: true },
    until: { type: 'timestamp' },
    requester: { type: 'text', max: 255, readOnly: true },
    requesterId: { type: 'integer', readOnly: true },
    requestedAt: { type: 'timestamp', readOnly: true },
    adminComment: { type: 'multiline', max: longestComment, readOnly: true, isOptionalOnWire: true },
    decidedBy: { type: 'text', max: 255, readOnly: true },
    decidedAt: { type: 'timestamp', readOnly: true },
    heldUntil: { type: 'timestamp', readOnly: true, isOptionalOnWire: true },
    heldIds: { type: 'text', max: 1024, readOnly: true, isOptionalOnWire: true },
    results: { type: 'multiline', max: 65535, readOnly: true, isOptionalOnWire: true },
    editDate: { type: 'timestamp', readOnly: true },
  },
  within: 'subnetId',
  owner: 'requesterId',
});
