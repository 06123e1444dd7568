import { ActionIcon, Badge, Breadcrumbs, Button, Group, Menu, Stack, Text, Title } from '@mantine/core';
import { ChevronDownIcon, ChevronRightIcon, FileDirectoryIcon, KebabHorizontalIcon, PlusIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Subnet } from '../api/client';
import { sectionsQuery, subnetsOfSectionQuery } from '../api/queries';
import { useRights } from '../api/session';
import { openDialog } from '../parts/dialogs/dialogs';
import { NotFound } from '../parts/frame/not-found';
import { Card, Empty, Ready } from '../parts/page/card';
import { Heading } from '../parts/page/heading';
import { PageLink } from '../parts/page/links';
import { type DataColumn, DataTable } from '../parts/tables/data-table';
import { FilterInput } from '../parts/tables/filter-input';
import { HeldMark } from '../parts/values/held-mark';
import { count } from '../parts/values/numbers';
import { UsageBar } from '../parts/values/usage-bar';

/** A section: its networks as a tree. */
export function SectionPage() {
  const id = Number(useParams({ from: '/sections/$id' }).id);
  const navigate = useNavigate();
  const rights = useRights();
  const { data: sections } = useQuery(sectionsQuery);
  const section = sections?.find((each) => Number(each.id) === id);
  if (sections && !section) return <NotFound />;
  const level = rights.level(section?.permissions);
  return (
    <Stack gap={12}>
      <Breadcrumbs separatorMargin={6} fz="sm">
        <PageLink to="/" inherit>
          Overview
        </PageLink>
        <Text inherit>{section?.name ?? '…'}</Text>
      </Breadcrumbs>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div style={{ minWidth: 0 }}>
          <Group gap="xs">
            <Heading>{section?.name ?? '…'}</Heading>
            {section?.strictMode === '1' ? <Badge variant="light">strict</Badge> : null}
          </Group>
          <Text size="sm" className="quiet">
            {section?.description}
          </Text>
        </div>
        {level >= 3 && section ? (
          <Group gap={4} wrap="nowrap">
            <Button leftSection={<PlusIcon size={15} />} onClick={() => openDialog({ dialog: 'subnet', sectionId: id })}>
              Network
            </Button>
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon aria-label="More">
                  <KebabHorizontalIcon size={18} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => openDialog({ dialog: 'record', kind: 'section', record: section })}>Change</Menu.Item>
                <Menu.Item
                  color="red"
                  onClick={() =>
                    openDialog({
                      dialog: 'delete',
                      path: `sections/${id}/`,
                      name: `section ${section.name}`,
                      warning: 'All its networks and their addresses go along.',
                      whenGone: () => void navigate({ to: '/' }),
                    })
                  }
                >
                  Delete
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </Group>
        ) : null}
      </Group>
      <Tree id={id} mayAdd={level >= 3} />
    </Stack>
  );
}

interface Line {
  readonly subnet: Subnet;
  readonly depth: number;
  readonly children: number;
}

function Tree({ id, mayAdd }: { id: number; mayAdd: boolean }) {
  const subnets = useQuery(subnetsOfSectionQuery(id));
  const none = (
    <Empty
      title="There is no network in this section yet"
      action={
        mayAdd ? <Button onClick={() => openDialog({ dialog: 'subnet', sectionId: id })}>Create the first network</Button> : null
      }
    >
      Begin with the largest block that you have, such as 10.0.0.0/8: smaller networks are taken from it.
    </Empty>
  );
  return (
    <Card>
      <Ready of={subnets} lines={9}>
        {(all) => (all.length === 0 ? none : <Lines subnets={all} />)}
      </Ready>
    </Card>
  );
}

function Lines({ subnets }: { subnets: readonly Subnet[] }) {
  const { find = '' } = useSearch({ from: '/sections/$id' });
  const navigate = useNavigate({ from: '/sections/$id' });
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const lines = useMemo(() => linesOf(subnets, closed, find.trim().toLowerCase()), [subnets, closed, find]);
  const look = (text: string) => void navigate({ search: text ? { find: text } : {}, replace: true });
  const toggle = (subnet: string) => {
    const next = new Set(closed);
    if (!next.delete(subnet)) next.add(subnet);
    setClosed(next);
  };
  const first: DataColumn<Line> = {
    name: 'network',
    title: 'Network',
    width: 'minmax(190px, 1.2fr)',
    text: ({ subnet }) => nameOf(subnet),
    cell: (line) => <Branch line={line} isClosed={closed.has(String(line.subnet.id))} toggle={toggle} />,
  };
  return (
    <>
      <div className="card-head">
        <Title order={2}>{`${count(subnets.length)} ${subnets.length === 1 ? 'subnet' : 'subnets'}`}</Title>
        <FilterInput value={find} change={look} />
      </div>
      <DataTable
        label="Networks"
        columns={[first, ...columns]}
        items={lines}
        keyOf={({ subnet }) => String(subnet.id)}
        empty={<Empty title="Nothing fits the filter">Clear it to see all {subnets.length}.</Empty>}
      />
    </>
  );
}

const columns: readonly DataColumn<Line>[] = [
  {
    name: 'description',
    title: 'Description',
    width: 'minmax(120px, 1fr)',
    look: 'quiet',
    text: ({ subnet }) => (isFolder(subnet) ? '' : (subnet.description ?? '')),
    isMinor: true,
  },
  {
    name: 'usage',
    title: 'Filled',
    width: 'minmax(100px, 200px)',
    cell: ({ subnet: { usage, threshold } }) => {
      const filled = usage as { used: string; maxhosts: string } | undefined;
      return filled ? <UsageBar used={filled.used} size={filled.maxhosts} threshold={Number(threshold)} /> : null;
    },
  },
];

const isFolder = (subnet: Subnet): boolean => String(subnet.isFolder) === '1';
const nameOf = (subnet: Subnet): string =>
  isFolder(subnet) ? subnet.description || 'Folder' : `${subnet.subnet}/${subnet.mask}`;

interface BranchProperties {
  readonly line: Line;
  readonly isClosed: boolean;
  readonly toggle: (id: string) => void;
}

function Branch({ line: { subnet, depth, children }, isClosed, toggle }: BranchProperties) {
  const Arrow = isClosed ? ChevronRightIcon : ChevronDownIcon;
  return (
    <span className="tree-cell" style={{ paddingLeft: depth * 18 }}>
      {children > 0 ? (
        <ActionIcon
          size={20}
          aria-label={`${isClosed ? 'Open' : 'Close'} ${nameOf(subnet)}`}
          aria-expanded={!isClosed}
          onClick={() => toggle(String(subnet.id))}
        >
          <Arrow size={14} />
        </ActionIcon>
      ) : (
        <span style={{ width: 20, flex: 'none' }} />
      )}
      {isFolder(subnet) ? (
        <span className="quiet" style={{ display: 'flex', flex: 'none' }}>
          <FileDirectoryIcon size={15} />
        </span>
      ) : null}
      <PageLink to="/subnets/$id" params={{ id: String(subnet.id) }} inherit className={isFolder(subnet) ? 'cut' : 'cut mono'}>
        {nameOf(subnet)}
      </PageLink>
      <HeldMark until={subnet.heldUntil} />
    </span>
  );
}

/** The tree as lines; of a tree that is filtered what fits alone. */
function linesOf(subnets: readonly Subnet[], closed: ReadonlySet<string>, wanted: string): Line[] {
  const fits = ({ subnet, mask, description }: Subnet) => `${subnet}/${mask} ${description ?? ''}`.toLowerCase().includes(wanted);
  if (wanted !== '') return subnets.filter(fits).map((subnet) => ({ subnet, depth: 0, children: 0 }));
  const ids = new Set(subnets.map(({ id }) => String(id)));
  const below = Map.groupBy(subnets, ({ masterSubnetId }) => (ids.has(String(masterSubnetId)) ? String(masterSubnetId) : '0'));
  const lines: Line[] = [];
  const add = (master: string, depth: number) => {
    for (const subnet of below.get(master) ?? []) {
      const id = String(subnet.id);
      lines.push({ subnet, depth, children: below.get(id)?.length ?? 0 });
      if (!closed.has(id)) add(id, depth + 1);
    }
  };
  add('0', 0);
  return lines;
}
