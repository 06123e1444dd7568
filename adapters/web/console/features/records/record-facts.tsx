import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AnyRecord } from '../../api/client';
import { type FieldDescription, type KindDescription, labelOf } from '../../api/kinds';
import { t } from '../../texts/text';
import { groupsOf } from './field-groups';
import { FieldValue, isSet } from './field-value';

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
