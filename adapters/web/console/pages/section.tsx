import { ActionIcon, Badge, Breadcrumbs, Button, Group, Menu, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconDots, IconFolder, IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Subnet } from '../api/client';
import { sectionsQuery, subnetsOfSectionQuery } from '../api/queries';
import { useRights } from '../api/session';
import { Card, Empty, Failure, Loading } from '../parts/card';
import { openDialog } from '../parts/dialogs';
import { PageLink } from '../parts/links';
import { NotFound } from '../parts/not-found';
import { UsageBar } from '../parts/usage-bar';
import { VirtualRows } from '../parts/virtual-rows';

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
            <Title order={1}>{section?.name ?? '…'}</Title>
            {section?.strictMode === '1' ? <Badge variant="light">strict</Badge> : null}
          </Group>
          <Text size="sm" className="quiet">
            {section?.description}
          </Text>
        </div>
        {level >= 3 && section ? (
          <Group gap={4} wrap="nowrap">
            <Button leftSection={<IconPlus size={15} />} onClick={() => openDialog({ dialog: 'subnet', sectionId: id })}>
              Network
            </Button>
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon aria-label="More">
                  <IconDots size={18} />
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
  const { data, error, refetch } = useQuery(subnetsOfSectionQuery(id));
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [wanted, setWanted] = useState('');
  const lines = useMemo(() => linesOf(data ?? [], closed, wanted.trim().toLowerCase()), [data, closed, wanted]);
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Card>{<Loading lines={9} />}</Card>;
  if (data.length === 0)
    return (
      <Card>
        <Empty
          title="There is no network in this section yet"
          action={
            mayAdd ? (
              <Button onClick={() => openDialog({ dialog: 'subnet', sectionId: id })}>Create the first network</Button>
            ) : null
          }
        >
          Begin with the largest block that you have, such as 10.0.0.0/8: smaller networks are taken from it.
        </Empty>
      </Card>
    );
  const toggle = (subnet: string) => {
    const next = new Set(closed);
    if (!next.delete(subnet)) next.add(subnet);
    setClosed(next);
  };
  return (
    <Card
      title={`${data.length.toLocaleString('en')} ${data.length === 1 ? 'subnet' : 'subnets'}`}
      side={
        <TextInput
          size="xs"
          placeholder="Filter"
          aria-label="Filter"
          leftSection={<IconSearch size={14} />}
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
          w={180}
        />
      }
    >
      <VirtualRows
        count={lines.length}
        rowHeight={34}
        label="Networks"
        row={(index) => {
          const line = lines[index];
          return line ? <TreeLine line={line} isClosed={closed.has(String(line.subnet.id))} toggle={toggle} /> : null;
        }}
      />
    </Card>
  );
}

function TreeLine({
  line: { subnet, depth, children },
  isClosed,
  toggle,
}: {
  line: Line;
  isClosed: boolean;
  toggle: (id: string) => void;
}) {
  const isFolder = String(subnet.isFolder) === '1';
  const usage = subnet.usage as { used: string; maxhosts: string } | undefined;
  const Arrow = isClosed ? IconChevronRight : IconChevronDown;
  return (
    <div className="tree-line">
      <span className="cut" style={{ alignItems: 'center', display: 'flex', gap: 6, paddingLeft: depth * 18 }}>
        {children > 0 ? (
          <ActionIcon size={20} aria-label={isClosed ? 'Open' : 'Close'} onClick={() => toggle(String(subnet.id))}>
            <Arrow size={14} />
          </ActionIcon>
        ) : (
          <span style={{ width: 20, flex: 'none' }} />
        )}
        {isFolder ? <IconFolder size={15} className="quiet" /> : null}
        <PageLink to="/subnets/$id" params={{ id: String(subnet.id) }} inherit className={isFolder ? 'cut' : 'mono'}>
          {isFolder ? subnet.description || 'Folder' : `${subnet.subnet}/${subnet.mask}`}
        </PageLink>
      </span>
      <span className="cut quiet">{isFolder ? '' : subnet.description}</span>
      {usage ? <UsageBar used={usage.used} size={usage.maxhosts} threshold={Number(subnet.threshold)} /> : <span />}
    </div>
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
