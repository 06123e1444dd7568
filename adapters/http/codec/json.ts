import { type Envelope, envelopeMembers, membersAroundData, type WireValue } from '../wire/wire-value.js';
import { type Codec, type ListTail, writeList } from './codec.js';

type Members = ReturnType<typeof envelopeMembers>;

const writeMembers = (members: Members): string => members.map(([name, value]) => `"${name}":${JSON.stringify(value)}`).join(',');

/** Compact JSON; the root's name plays no part. */
export const jsonCodec: Codec = {
  contentType: 'application/json; charset=utf-8',

  encode(envelope: Envelope): string {
    return JSON.stringify(Object.fromEntries(envelopeMembers(envelope)));
  },

  encodeList(head: Envelope, items: AsyncIterable<WireValue>, tail: ListTail): AsyncGenerator<string> {
    const start = `{${writeMembers(membersAroundData(head, {}).before)},"data":`;
    const frame = { opening: `${start}[`, closing: ']', empty: `${start}[]` };
    const write = (item: WireValue, position: number) => (position === 0 ? '' : ',') + JSON.stringify(item);
    return writeList(frame, items, write, () => {
      const { after } = membersAroundData(head, tail());
      return after.length === 0 ? '}' : `,${writeMembers(after)}}`;
    });
  },
};
