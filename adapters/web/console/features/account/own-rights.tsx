import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client';
import { kindTitle } from '../../api/kinds';
import { kindsQuery } from '../../api/queries';
import { t, textFor } from '../../texts/text';
import { Card, Ready } from '../../ui/page/card';
import { textColumn } from '../../ui/tables/columns';
import { type DataColumn, DataTable } from '../../ui/tables/data-table';

const rightsQuery = queryOptions({ queryKey: ['rights'], queryFn: () => dataOf(api.GET('/user/rights/')) });

interface Line {
  readonly name: string;
  readonly level: string;
  readonly rule: string;
}

const columns = (): readonly DataColumn<Line>[] => [
  textColumn('name', t('rights.of'), 'minmax(130px, 1fr)', { look: 'strong' }),
  textColumn('level', t('rights.level'), 'minmax(80px, 0.6fr)'),
  textColumn('rule', t('rights.rule'), 'minmax(160px, 1.6fr)', { isMinor: true }),
];

export function OwnRights() {
  const { data: kinds = [] } = useQuery(kindsQuery);
  const titleOf = (name: string) => {
    const kind = kinds.find((each) => each.name === name);
    return kind ? kindTitle(kind) : name;
  };
  return (
    <Card title={t('rights.title')}>
      <Ready of={useQuery(rightsQuery)}>
        {({ levels, rights }) => (
          <DataTable
            label={t('rights.title')}
            columns={columns()}
            items={[
              ...levels.map(({ kind, level, rule }) => ({
                name: titleOf(kind),
                level: textFor(`value.inventory.${level}`, level),
                rule,
              })),
              ...rights.map(({ right, rule }) => ({
                name: textFor(`value.right.${right}`, right),
                level: t('rights.granted'),
                rule,
              })),
            ]}
            keyOf={({ name }) => name}
            rowHeight={36}
            empty={null}
          />
        )}
      </Ready>
    </Card>
  );
}
