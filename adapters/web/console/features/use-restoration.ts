import { useQuery } from '@tanstack/react-query';
import { type AnyRecord, send } from '../api/client';
import { isWritable, type KindDescription, writtenValues } from '../api/kinds';
import { kindsQuery, recordQuery } from '../api/queries';
import { useCascade } from '../ui/forms/use-cascade';

/** Fields with the position of a record, which forms do not change. */
const positions: Readonly<Record<string, readonly string[]>> = {
  address: ['subnetId', 'ip'],
  subnet: ['sectionId', 'masterSubnetId', 'subnet', 'mask'],
  section: ['permissions'],
  range: ['subnetId'],
};

/**
 * Returns a function that creates a deleted record again, with a new id. Undefined if the deletion changes other records, for
 * requests, and for kinds with secrets, because no answer contains secrets.
 * @param path of the record before its deletion: `addresses/7/`
 */
export function useRestoration(path: string): (() => Promise<unknown>) | undefined {
  const [, list = '', id = ''] = /^(.+)\/(\d+)\/$/.exec(path) ?? [];
  const kind = (useQuery(kindsQuery).data ?? []).find((each) => each.path === list);
  const { networks, lines, isLoading, failed } = useCascade(path);
  const { data: record } = useQuery({ ...recordQuery(list, id), enabled: kind !== undefined });
  const isAlone = !isLoading && !failed && networks.length === 0 && lines.length === 0;
  if (!kind || !record || !isAlone || kind.name === 'request' || kind.fields.some(({ isSecret }) => isSecret)) return undefined;
  return () => send('POST', `${list}/`, valuesOf(kind, record));
}

function valuesOf(kind: KindDescription, record: AnyRecord): AnyRecord {
  const names = [
    ...(positions[kind.name] ?? []),
    ...kind.fields
      .filter((field) => isWritable(kind.name, field) && !(field.refersTo !== null && String(record[field.name]) === '0'))
      .map(({ name }) => name),
  ];
  const isSet = (name: string) => ![undefined, null, ''].includes(record[name] as string | null | undefined);
  return writtenValues(kind, Object.fromEntries([...new Set(names)].filter(isSet).map((name) => [name, record[name]])));
}
