import type { RouteDoc } from '../../openapi/docs.js';
import { shows } from '../../openapi/docs.js';
import { listOf, objectOf, refTo, type Schema, value } from '../../openapi/schema.js';

/** Largest number of waiting changes in an answer. */
export const maxWaitingTold = 100;

const text: Schema = { type: 'string' };

const after: Schema = {
  description: 'Where to go on: `next` of the answer before; without it, at the beginning.',
  type: 'string',
  pattern: '^(zone:[\\w.-]{0,255}|subnet:|address:[\\da-f:.]{0,45})?$',
};

const difference = objectOf({
  zone: { ...text, description: 'The zone that has it, or should have it.' },
  name: { ...text, description: 'The name of the record set.' },
  type: { ...text, description: 'A, AAAA or PTR.' },
  is: {
    description:
      'surplus: nothing in the register wants it. foreign: another one is there, which is not ours to change. refused: the server does not take it.',
    enum: ['missing', 'different', 'surplus', 'foreign', 'refused'],
  },
  wanted: { description: 'What the register wants.', ...listOf(text) },
  present: { description: 'What the server has.', ...listOf(text) },
  problem: refTo('textOrNull', 'Why the server refuses it; null unless it does.'),
});

const step = {
  next: refTo('textOrNull', 'Where the next request goes on; null: everything was looked at.'),
  compared: objectOf({
    zones: value('integer', 'Zones that were looked at.'),
    addresses: value('integer', 'Addresses that were looked at.'),
  }),
  found: value('integer', 'How many record sets differ.'),
  differences: { description: 'The first 1,000 of them.', ...listOf(difference) },
};

/** Descriptions of the routes of DNS records. */
export const adminDnsDocs = {
  status: {
    summary: 'How the keeping of DNS records goes',
    answer: shows(
      objectOf({
        enabled: { description: 'Whether settings want records to be kept.', type: 'boolean' },
        server: { ...text, description: 'Where the server is.' },
        isReachable: { description: 'Whether it answers; null where none is to be asked.', type: ['boolean', 'null'] },
        software: refTo('textOrNull', 'What the server is.'),
        zones: refTo('integerOrNull', 'How many zones it has.'),
        waiting: value('integer', 'How many changes at most wait to be looked at.'),
        failures: value('integer', 'How often in a row the first of them failed.'),
        problem: refTo('textOrNull', 'What is wrong with the server now; null when nothing is.'),
      }),
    ),
    errors: ['permission.denied'],
  },
  waiting: {
    summary: 'Changes that wait for the DNS server',
    text: `The oldest ${maxWaitingTold}, in their order. They are looked at again and again until the server does its part; records that it refuses are passed over, and stand among the differences.`,
    answer: shows(
      listOf(
        objectOf({
          id: { ...text, description: 'A cursor of `GET /changes/` behind it.' },
          at: value('moment', 'When it was made.'),
          by: { ...text, description: 'Who made it.' },
          kind: { ...text, description: 'Of what sort of object it is.' },
          objectId: value('id'),
          name: refTo('textOrNull', 'What the object is called, where it has no number.'),
          action: { ...text, description: 'What was done.' },
        }),
      ),
    ),
    errors: ['permission.denied'],
  },
  differences: {
    summary: 'What differs between the register and the DNS server',
    text: 'Step by step: zone by zone what nothing wants any more, then, 100 addresses at a time, what is missing or different. Ask again with `after` until `next` is null. Nothing is written.',
    query: { after },
    answer: shows(objectOf(step)),
    errors: ['permission.denied', 'dns.after', 'dns.disabled', 'dns.failed'],
  },
  sync: {
    summary: 'Make the DNS server as the register says',
    text: 'The same steps, in which what differs is made as it should be: also what a server refused before.',
    input: { members: { after } },
    answer: shows(objectOf({ ...step, repaired: value('integer', 'How many of these are now as they should be.') })),
    errors: ['dns.after', 'dns.disabled', 'dns.failed'],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
