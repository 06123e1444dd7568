import { List, Text } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { type AnyRecord, send } from '../api/client';
import { countOfKind, isWritable, type KindDescription, titleOf, writtenValues } from '../api/kinds';
import { kindsQuery, recordQuery, recordsQuery } from '../api/queries';
import { type Reference, referencesTo, referrers } from '../api/references';
import { t } from '../texts/text';
import type { Dialogs } from '../ui/dialogs/dialogs';
import { WriteForm } from '../ui/forms/form';
import type { Planned } from '../ui/forms/preview';
import { Quiet } from '../ui/page/page';

export function DeleteDialog({ path, name, warning, onDeleted }: Dialogs['delete']) {
  const call: Planned = { method: 'DELETE', path };
  const cascade = useCascade(path);
  const restore = useRestoration(cascade);
  return (
    <WriteForm
      call={call}
      message={() => t('delete.done', { name })}
      after={onDeleted}
      restore={restore}
      label={t('common.delete')}
      disabled={cascade.isLoading}
      color="red"
    >
      <Text size="sm">{t(restore ? 'delete.textRestorable' : 'delete.text', { name })}</Text>
      {warning ? (
        <Text size="sm" c="red">
          {warning}
        </Text>
      ) : null}
      <CascadeNotice {...cascade} />
    </WriteForm>
  );
}

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
 */
function useRestoration({ list, id, kind, networks, lines, isLoading, failed }: Cascade): (() => Promise<unknown>) | undefined {
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

const maxListed = 4;

type Cascade = ReturnType<typeof useCascade>;

/** The records that a deletion changes. @param path of the record to delete: `subnets/7/` */
function useCascade(path: string) {
  const { data: kinds = [] } = useQuery(kindsQuery);
  const [, list = '', id = ''] = /^(.+)\/(\d+)\/$/.exec(path) ?? [];
  const kind = kinds.find((each) => each.path === list);
  const isSubnet = kind?.name === 'subnet';
  const subnets = useQuery({ ...recordsQuery(`${list}/${id}/slaves_recursive`), enabled: isSubnet });
  const networks = (subnets.data ?? []).filter((subnet) => String(subnet.id) !== id);
  const references = kind ? referencesTo(kind, kinds) : [];
  const ids = isSubnet ? [id, ...networks.map((subnet) => String(subnet.id))] : [id];
  const lists = useQueries({
    queries: references.map(({ from, field }) => ({
      queryKey: ['register', 'along', from.path, field, ids.join()],
      queryFn: () => referrers(from.path, field, ids.slice(0, 1000), maxListed),
    })),
  });
  const lines = references.flatMap((reference, index) => {
    const found = lists[index]?.data;
    const { from, field } = reference;
    return found && found.total > 0
      ? [{ key: `${from.name} ${field}`, kind: from, goes: goesAlong(kind, reference), ...found }]
      : [];
  });
  const readings = [subnets, ...lists];
  const isLoading = kinds.length === 0 || readings.some((reading) => reading.isLoading);
  return { list, id, kind, networks, lines, isLoading, failed: readings.find(({ error }) => error)?.error };
}

/** Whether the deletion cascades to the records of a reference. */
const goesAlong = (kind: KindDescription | undefined, { field }: Reference): boolean =>
  (kind?.name === 'subnet' && field === 'subnetId') || (kind?.name === 'section' && field === 'sectionId');

function CascadeNotice({ networks, lines, isLoading, failed }: Cascade) {
  if (failed)
    return (
      <Text size="sm" c="red" role="alert">
        {t('cascade.failed', { reason: failed.message })}
      </Text>
    );
  if (isLoading) return <Quiet aria-busy="true">{t('cascade.loading')}</Quiet>;
  if (networks.length === 0 && lines.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600}>
        {t('cascade.title')}
      </Text>
      <List size="sm" spacing={4} mt={4}>
        {networks.length > 0 ? (
          <List.Item>
            {t('cascade.deleted', { count: t('count.subnet', { n: networks.length }), names: namesOf(networks) })}
          </List.Item>
        ) : null}
        {lines.map(({ key, kind, goes, total, rows }) => (
          <List.Item key={key}>
            {t(goes ? 'cascade.deleted' : 'cascade.unlinked', {
              count: countOfKind(kind, total),
              names: namesOf(rows, total),
            })}
          </List.Item>
        ))}
      </List>
    </div>
  );
}

function namesOf(records: readonly AnyRecord[], total = records.length): string {
  const names = records.slice(0, maxListed).map((record) => nameOf(record));
  return total > maxListed ? `${names.join(', ')}…` : names.join(', ');
}

const nameOf = (record: AnyRecord): string => {
  if (record.ip) return String(record.ip);
  return record.subnet && record.mask ? `${record.subnet}/${record.mask}` : titleOf(record);
};
