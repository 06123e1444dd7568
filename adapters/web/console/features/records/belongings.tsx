import { useQueries, useQuery } from '@tanstack/react-query';
import type { AnyRecord } from '../../api/client';
import { countOfKind, type KindDescription, labelOf } from '../../api/kinds';
import { isNamedById } from '../../api/names';
import { kindsQuery, recordsQuery } from '../../api/queries';
import { type Reference, referencesTo, referrers } from '../../api/references';
import { useRights } from '../../api/session';
import { t } from '../../texts/text';
import { readObjects } from '../../ui/forms/object-select';
import { PageButton } from '../../ui/page/links';
import { Card, Failure, Loading } from '../../ui/page/page';
import { RecordTable } from './record-table';

/** Number of records in a list on the page of another record; the linked list has all of them. */
const shown = 8;

const order: readonly string[] = ['subnet', 'address', 'device', 'rack', 'vlan', 'vrf'];
const rank = ({ from: { name } }: Reference): number => (order.includes(name) ? order.indexOf(name) : order.length);

export function Belongings({ kind, id }: { kind: KindDescription; id: string }) {
  const { data: kinds = [] } = useQuery(kindsQuery);
  const rights = useRights();
  const references = referencesTo(kind, kinds)
    .filter(({ type, from }) => type === 'reference' && rights.reads(from.name))
    .toSorted((one, other) => rank(one) - rank(other));
  const lists = useQueries({
    queries: references.map(({ from, field }) => ({
      queryKey: ['register', 'belongings', from.path, field, id],
      queryFn: () => referrers(from.path, field, [id], shown),
    })),
  });
  const failed = lists.find(({ error, data }) => error && !data)?.error;
  if (failed) return <Failure error={failed} />;
  return (
    <>
      {references.map((reference, index) => {
        const data = lists[index]?.data;
        if (data?.total === 0) return null;
        const { from, field } = reference;
        const isOnly = references.filter((each) => each.from === from).length === 1;
        const title = data ? countOfKind(from, data.total) : '…';
        return (
          <Card
            key={`${from.name} ${field}`}
            title={isOnly ? title : t('record.asField', { count: title, field: labelOf(field, from.name) })}
            side={data && data.total > shown ? <ShowAll kind={from.name} field={field} id={id} /> : null}
          >
            {data ? <RecordTable kind={from} records={data.rows} without={field} /> : <Loading lines={3} />}
          </Card>
        );
      })}
      {isNamedById(kind.name) && rights.reads('nat') ? (
        <NatRules kind={kind.name} id={id} nat={kinds.find(({ name }) => name === 'nat')} />
      ) : null}
    </>
  );
}

const ShowAll = ({ kind, field, id }: { kind: string; field: string; id: string }) => (
  <PageButton variant="subtle" size="compact-xs" to="/records/$kind" params={{ kind }} search={{ by: field, of: id }}>
    {t('record.showAll')}
  </PageButton>
);

function NatRules({ kind, id, nat }: { kind: string; id: string; nat: KindDescription | undefined }) {
  const { data: rules = [] } = useQuery(recordsQuery('tools/nat'));
  const own = rules.filter((rule) => hasObject(rule, kind, id));
  if (!nat || own.length === 0) return null;
  return (
    <Card title={countOfKind(nat, own.length)}>
      <RecordTable kind={nat} records={own} />
    </Card>
  );
}

const hasObject = ({ src, dst }: AnyRecord, kind: string, id: string): boolean =>
  [src, dst].some((side) => readObjects(String(side ?? '')).some((object) => object.kind === kind && object.id === id));
