import { Button, Group, NativeSelect, Select, Stack, Switch, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Subnet, send } from '../../api/client';
import { subnetsOfSectionQuery } from '../../api/queries';
import { t, textFor } from '../../texts/text';
import { PageButton } from '../../ui/page/links';
import { notifyDone } from '../../ui/page/notices';
import { Card, Empty, Ready } from '../../ui/page/page';
import { type DataColumn, DataTable } from '../../ui/tables/data-table';
import { permissionsQuery } from './queries';
import { useAdminSearch } from './search';

const levels = () => (['0', '1', '2', '3'] as const).map((value) => ({ value, label: t(`permission.${value}`) }));

interface GroupAt {
  readonly id: string;
  readonly name: string;
}

interface Row {
  readonly id: string;
  readonly name: string;
  /** Levels by group. */
  readonly levels: ReadonlyMap<string, string>;
}

export function Permissions() {
  const { search } = useAdminSearch();
  return (
    <Ready of={useQuery(permissionsQuery)}>
      {(data) => {
        const groups = data.groups.map(({ id, name }) => ({ id: String(id), name }));
        const sections = data.sections.map(({ id, name, levels: own }) => ({
          id: String(id),
          name,
          levels: new Map(own.map(({ group, level }) => [String(group), String(level)])),
        }));
        if (groups.length === 0) return <NoGroups />;
        const section = sections.find(({ id }) => id === String(search.section));
        return section ? <Networks section={section} groups={groups} /> : <Sections sections={sections} groups={groups} />;
      }}
    </Ready>
  );
}

const NoGroups = () => (
  <Card>
    <Empty
      title={t('empty.group')}
      action={
        <PageButton to="/admin/$part" params={{ part: 'groups' }} search={{ add: true }}>
          {t('create.group')}
        </PageButton>
      }
    >
      {t('permissions.noGroupsHelp')}
    </Empty>
  </Card>
);

/** @param subnets whether the level also applies to all subnets of the section */
const setOfSection = (id: string, group: string, level: string, subnets: boolean) =>
  send('PATCH', `admin/permissions/sections/${id}/`, { group, level, subnets });

function Sections({ sections, groups }: { sections: readonly Row[]; groups: readonly GroupAt[] }) {
  const { change } = useAdminSearch();
  const [withSubnets, setWithSubnets] = useState(false);
  return (
    <Card title={t('permissions.sections')}>
      {sections.length === 0 ? null : (
        <Stack gap={6} px={14} pt={10} pb={4}>
          <Switch
            size="sm"
            label={t('permissions.withSubnets')}
            description={t('permissions.note')}
            checked={withSubnets}
            onChange={(event) => setWithSubnets(event.currentTarget.checked)}
          />
        </Stack>
      )}
      <Matrix
        rows={sections}
        groups={groups}
        label={t('kind.section')}
        set={(id, group, level) => setOfSection(id, group, level, withSubnets)}
        open={(id) => change({ section: Number(id) })}
        empty={
          <Empty title={t('empty.section')} action={<PageButton to="/">{t('common.toOverview')}</PageButton>}>
            {t('permissions.noSectionsHelp')}
          </Empty>
        }
      />
    </Card>
  );
}

const rowOf = ({ id, subnet, mask, description, permissions }: Subnet): Row => ({
  id: String(id),
  name: mask === null ? (description ?? t('subnet.folder')) : `${subnet}/${mask}${description ? ` ${description}` : ''}`,
  levels: new Map(Object.entries<string>(permissions ? JSON.parse(permissions) : {})),
});

function Networks({ section, groups }: { section: Row; groups: readonly GroupAt[] }) {
  const { change } = useAdminSearch();
  return (
    <Card
      title={t('permissions.subnets', { name: section.name })}
      side={
        <Button variant="default" onClick={() => change({ section: undefined })}>
          {t('permissions.allSections')}
        </Button>
      }
    >
      <Ready of={useQuery(subnetsOfSectionQuery(Number(section.id)))}>
        {(subnets) => (
          <>
            {subnets.length === 0 ? null : <SetAll section={section} rows={subnets.map(rowOf)} groups={groups} />}
            <Matrix
              rows={subnets.map(rowOf)}
              groups={groups}
              label={t('kind.subnet')}
              set={(id, group, level) => send('PATCH', `admin/permissions/subnets/${id}/`, { group, level })}
              empty={<Empty title={t('permissions.noSubnets')}>{t('permissions.noSubnetsHelp')}</Empty>}
            />
          </>
        )}
      </Ready>
    </Card>
  );
}

interface MatrixProperties {
  readonly rows: readonly Row[];
  readonly groups: readonly GroupAt[];
  readonly label: string;
  readonly set: (id: string, group: string, level: string) => Promise<unknown>;
  readonly open?: (id: string) => void;
  readonly empty: ReactNode;
}

function Matrix({ rows, groups, label, set, open, empty }: MatrixProperties) {
  const columns: DataColumn<Row>[] = [
    {
      name: ' name',
      title: label,
      width: 'minmax(150px, 1.8fr)',
      look: 'strong',
      text: ({ name }) => name,
      ...(open ? { cell: ({ id, name }) => <OpenButton name={name} open={() => open(id)} /> } : {}),
    },
    ...groups.map((group) => ({
      name: group.id,
      title: group.name,
      width: 'minmax(130px, 1fr)',
      cell: (row: Row) => <Cell row={row} group={group} set={(level) => set(row.id, group.id, level)} />,
    })),
  ];
  return <DataTable label={label} columns={columns} items={rows} keyOf={({ id }) => id} rowHeight={40} empty={empty} />;
}

const OpenButton = ({ name, open }: { name: string; open: () => void }) => (
  <Button variant="subtle" justify="flex-start" px={4} maw="100%" onClick={open} title={t('permissions.open', { name })}>
    <span className="cut">{name}</span>
  </Button>
);

function Cell({ row, group, set }: { row: Row; group: GroupAt; set: (level: string) => Promise<unknown> }) {
  const { mutate, isPending, variables } = useMutation({
    mutationFn: set,
    onSuccess: (_answer, level) =>
      notifyDone(t('permissions.set', { group: group.name, name: row.name, level: textFor(`permission.${level}`, level) })),
  });
  return (
    <NativeSelect
      size="xs"
      aria-label={t('permissions.cell', { group: group.name, name: row.name })}
      data={levels()}
      value={isPending ? variables : (row.levels.get(group.id) ?? '0')}
      onChange={(event) => mutate(event.currentTarget.value)}
    />
  );
}

function SetAll({ section, rows, groups }: { section: Row; rows: readonly Row[]; groups: readonly GroupAt[] }) {
  const [group, setGroup] = useState<string | null>(null);
  const [level, setLevel] = useState<string | null>('1');
  const hasOthers = [section, ...rows].some((row) => group !== null && (row.levels.get(group) ?? '0') !== level);
  const all = useMutation({
    mutationFn: () => setOfSection(section.id, group ?? '', level ?? '0', true),
    onSuccess: () => notifyDone(t('permissions.applied', { name: section.name })),
  });
  return (
    <Group gap="xs" px={14} py={10}>
      <Text size="sm">{t('permissions.inAll')}</Text>
      <Select
        size="xs"
        w={150}
        aria-label={t('permissions.group')}
        placeholder={t('permissions.group')}
        data={groups.map(({ id, name }) => ({ value: id, label: name }))}
        value={group}
        onChange={setGroup}
        searchable
      />
      <Select
        size="xs"
        w={150}
        aria-label={t('permissions.level')}
        data={levels()}
        value={level}
        onChange={setLevel}
        allowDeselect={false}
      />
      <Button disabled={!hasOthers} loading={all.isPending} onClick={() => all.mutate()}>
        {t('permissions.apply')}
      </Button>
    </Group>
  );
}
