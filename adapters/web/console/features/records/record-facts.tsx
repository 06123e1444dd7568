import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AnyRecord } from '../../api/client';
import { type FieldDescription, type KindDescription, labelOf } from '../../api/kinds';
import { t, textFor } from '../../texts/text';
import { ColorSwatch, isColor } from '../../ui/values/color-swatch';
import { Timestamp } from '../../ui/values/timestamp';
import { localDay } from '../../values/time';
import { groupsOf } from './field-groups';
import { ObjectLinks, ReferenceLink, ReferenceList } from './references';

interface Properties {
  readonly kind: KindDescription;
  readonly record: AnyRecord;
  readonly elsewhere?: readonly string[];
  readonly children?: ReactNode;
}

const unread: readonly string[] = ['permissions', 'prefix'];

export function RecordFacts({ kind, record, elsewhere = [], children }: Properties) {
  const hasSnmp = !['', '0', 'null', 'undefined'].includes(String(record.snmp_version));
  const isShown = (field: FieldDescription) =>
    !unread.includes(field.type) &&
    !elsewhere.includes(field.name) &&
    (hasSnmp || !field.name.startsWith('snmp_')) &&
    !field.isSecret &&
    isSet(field, record[field.name]);
  return (
    <div className="fact-groups">
      {children}
      {groupsOf(kind.fields.filter(isShown)).map(({ name, fields }) => (
        <FactGroup
          key={name}
          title={t(`group.${name}`)}
          facts={fields.map((field) => ({
            name: labelOf(field.name, kind.name),
            value: <FieldValue field={field} value={record[field.name]} />,
          }))}
        />
      ))}
    </div>
  );
}

export interface Fact {
  readonly name: string;
  readonly value: ReactNode;
}

export const FactGroup = ({ title, facts }: { title: string; facts: readonly Fact[] }) => (
  <section>
    <Title order={3}>{title}</Title>
    <dl className="facts">
      {facts.map(({ name, value }) => (
        <div key={name} className="fact">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </section>
);

/** Whether a field has a value. Zeros and the timestamp 1970-01-01 ("never") count as no value. In a list of ids, 0 is a value. */
function isSet({ type }: FieldDescription, value: unknown): boolean {
  const text = String(value ?? '');
  if (type === 'idList') return value !== null && value !== undefined;
  if (type === 'objects') return /\d/.test(text);
  return text !== '' && text !== '0' && !(type === 'timestamp' && text.startsWith('1970-01-01'));
}

/** Whether a text is an address, a prefix, a MAC address or similar. */
const isTechnical = (text: string): boolean => /^[0-9a-f.:/-]{6,}$/i.test(text) && /[.:]/.test(text);

/** A formatted value: names with links instead of ids, times in the browser's time zone, colours with a swatch. */
function FieldValue({ field, value }: { field: FieldDescription; value: AnyRecord[string] }) {
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
