import { type Envelope, membersAroundData } from '../wire/envelope.js';
import { WireRecord, type WireValue } from '../wire/wire-value.js';
import { type Codec, type ListTail, type NamedList, type NumberStyle, writeLists } from './codec.js';
import { JsonListTexts } from './json-list-texts.js';
import { answerText, answerTexts, jsonText, membersText, textsAround } from './json-text.js';

const brackets = { opening: '[', closing: ']', empty: '[]' };

/** Encodes as compact JSON. The name of the root is ignored. */
export const jsonCodec: Codec = {
  contentType: 'application/json; charset=utf-8',

  encode: answerText,
  encodeSlowly: answerTexts,

  encodeList(
    head: Envelope,
    items: AsyncIterable<WireValue>,
    tail: ListTail,
    _root: string,
    numbers: NumberStyle = 'native',
  ): AsyncGenerator<string> {
    const start = `{${membersText(membersAroundData(head, {}).before, 'native')},"data":`;
    const frame = { opening: `${start}[`, closing: ']', empty: `${start}[]` };
    const texts = new JsonListTexts(numbers);
    const write = (item: WireValue, position: number) => (position === 0 ? '' : ',') + texts.of(item);
    const writeNesting = (item: WireValue, position: number) => {
      const streamed = item instanceof WireRecord ? item.streamed : undefined;
      if (!(item instanceof WireRecord && streamed)) return write(item, position);
      const [before, behind] = textsAround(item, streamed, numbers);
      return [(position === 0 ? '' : ',') + before, { items: streamed.items, frame: brackets, write }, behind];
    };
    return writeLists([{ items, frame, write: writeNesting }], () => writeEnd(head, tail));
  },

  encodeLists(
    head: Envelope,
    lists: readonly NamedList[],
    tail: ListTail,
    _root: string,
    numbers: NumberStyle = 'native',
  ): AsyncGenerator<string> {
    const start = `{${membersText(membersAroundData(head, {}).before, 'native')},"data":{`;
    const chunks = lists.map(({ name, items }, index) => {
      const texts = new JsonListTexts(numbers);
      const write = (item: WireValue, position: number) => (position === 0 ? '' : ',') + texts.of(item);
      const opening = `${index === 0 ? start : ','}${jsonText(name, numbers)}:[`;
      return { items, frame: { opening, closing: ']', empty: '' }, write };
    });
    return writeLists([...chunks, '}'], () => writeEnd(head, tail));
  },
};

function writeEnd(head: Envelope, tail: ListTail): string {
  const { after } = membersAroundData(head, tail());
  return after.length === 0 ? '}' : `,${membersText(after, 'native')}}`;
}
