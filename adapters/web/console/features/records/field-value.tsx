import type { AnyRecord } from '../../api/client';
import type { FieldDescription } from '../../api/kinds';
import { t, textFor } from '../../texts/text';
import { ColorSwatch, isColor } from '../../ui/values/color-swatch';
import { Timestamp } from '../../ui/values/timestamp';
import { localDay } from '../../values/time';
import { ObjectLinks, ReferenceLink, ReferenceList } from './references';

/** Whether a field has a value. Zeros and the timestamp 1970-01-01 ("never") count as no value. In a list of ids, 0 is a value. */
export function isSet({ type }: FieldDescription, value: unknown): boolean {
  const text = String(value ?? '');
  if (type === 'idList') return value !== null && value !== undefined;
  if (type === 'objects') return /\d/.test(text);
  return text !== '' && text !== '0' && !(type === 'timestamp' && text.startsWith('1970-01-01'));
}

/** Whether a text is an address, a prefix, a MAC address or similar. */
const isTechnical = (text: string): boolean => /^[0-9a-f.:/-]{6,}$/i.test(text) && /[.:]/.test(text);

/** A formatted value: names with links instead of ids, times in the browser's time zone, colours with a swatch. */
export function FieldValue({ field, value }: { field: FieldDescription; value: AnyRecord[string] }) {
  const text = String(value ?? '');
  switch (field.type) {
    case 'flag':
      return t(text === '1' ? 'common.yes' : 'common.no');
    case 'timestamp':
      return <Timestamp at={text} never={t('common.never')} />;
    case 'date':
      return localDay(text);
    case 'reference':
      return text === '' || text === '0' ? '' : <ReferenceLink kind={field.refersTo ?? ''} id={text} />;
    case 'idList':
      return <ReferenceList kind={field.refersTo ?? ''} text={text} />;
    case 'objects':
      return <ObjectLinks text={text} />;
    case 'enum':
      return textFor(`value.${field.name}.${text}`, text);
    case 'multiline':
      return <span style={{ whiteSpace: 'pre-line' }}>{text}</span>;
    default:
      return <PlainText text={text} />;
  }
}

function PlainText({ text }: { text: string }) {
  if (isColor(text))
    return (
      <span className="tree-cell">
        <ColorSwatch color={text} /> <span className="mono">{text}</span>
      </span>
    );
  return isTechnical(text) ? <span className="mono">{text}</span> : text;
}
