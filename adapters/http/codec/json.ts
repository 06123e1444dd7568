import { WireRecord, type WireValue } from '../wire/wire-value.js';
import {
  type AnswerData,
  type Codec,
  envelopeMembers,
  type ListText,
  membersAroundData,
  type NumberStyle,
  writePieces,
} from './codec.js';
import { JsonListTexts } from './json-list-texts.js';
import { jsonText, jsonTexts, membersText, textsAround } from './json-text.js';

const brackets = { opening: '[', closing: ']', empty: '[]' };

/** Encodes as compact JSON. The name of the root is ignored. */
export const jsonCodec: Codec = {
  contentType: 'application/json; charset=utf-8',

  encode: (envelope, _root, numbers = 'native') => `{${membersText(envelopeMembers(envelope), numbers)}}`,

  encodePieces(head, data, tail, _root, numbers = 'native') {
    const start = `{${membersText(membersAroundData(head, {}).before, 'native')}`;
    return writePieces(textsBeforeTail(start, data, numbers), () => {
      const { after } = membersAroundData(head, tail());
      return after.length === 0 ? '}' : `,${membersText(after, 'native')}}`;
    });
  },
};

/** Lazy: a long value is encoded while its chunks are sent. */
function* textsBeforeTail(start: string, data: AnswerData, numbers: NumberStyle): Generator<string | ListText> {
  yield start;
  if ('value' in data && data.value === null) return;
  yield ',"data":';
  if ('value' in data) yield* jsonTexts(data.value, numbers);
  else if ('items' in data) yield { items: data.items, frame: brackets, write: itemWriter(numbers) };
  else {
    for (const [index, { name, items }] of data.lists.entries()) {
      const opening = `${index === 0 ? '{' : ','}${jsonText(name, numbers)}:[`;
      yield { items, frame: { opening, closing: ']', empty: '' }, write: itemWriter(numbers) };
    }
    yield '}';
  }
}

function itemWriter(numbers: NumberStyle): ListText['write'] {
  const texts = new JsonListTexts(numbers);
  const write = (item: WireValue, position: number) => (position === 0 ? '' : ',') + texts.of(item);
  return (item, position) => {
    const streamed = item instanceof WireRecord ? item.streamed : undefined;
    if (!(item instanceof WireRecord && streamed)) return write(item, position);
    const [before, behind] = textsAround(item, streamed, numbers);
    return [(position === 0 ? '' : ',') + before, { items: streamed.items, frame: brackets, write }, behind];
  };
}
