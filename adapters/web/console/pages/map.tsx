import { ActionIcon, Alert, Button, Group, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { ArrowUpIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { mapQuery } from '../api/queries';
import { MapCanvas } from '../parts/map/canvas';
import { Here } from '../parts/map/here';
import { type Found, readView, Space } from '../parts/map/space';
import { Treemap } from '../parts/map/treemap';
import { Card, Failure } from '../parts/page/card';
import { Heading } from '../parts/page/heading';

/** The address space: IPv4 on a Hilbert curve, on which what is near in number is near in place; IPv6 as a treemap. */
export function MapPage() {
  const { at = '0.0.0.0/0' } = useSearch({ from: '/map' });
  const navigate = useNavigate();
  const view = useMemo(() => readView(at), [at]);
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    ...mapQuery(view.subnet, view.mask),
    placeholderData: (former) => former,
  });
  const [pointed, setPointed] = useState<Found>();
  const [chosen, setChosen] = useState<Found>();
  const space = useMemo(() => (data && !isPlaceholderData ? new Space(view, data) : undefined), [data, view, isPlaceholderData]);
  const shown = useLast(space);
  const isVersion6 = view.subnet.includes(':');
  const go = (prefix: string | undefined) => {
    if (!prefix) return;
    setChosen(undefined);
    void navigate({ to: '/map', search: { at: prefix } });
  };
  const open = (id: string) => void navigate({ to: '/subnets/$id', params: { id } });
  const choose = (found: Found) => {
    if (found.network?.isLeaf) open(String(found.network.id));
    else setChosen(found);
  };
  const tell = (found: Found) => {
    setPointed(found);
    if (found.cell !== chosen?.cell) setChosen(undefined);
  };
  return (
    <Stack gap={12}>
      <Group justify="space-between">
        <Group gap="xs">
          <Heading>Space map</Heading>
          <Tooltip label="Zoom out">
            <ActionIcon aria-label="Zoom out" onClick={() => go(shown?.out())} disabled={view.mask === 0}>
              <ArrowUpIcon size={18} />
            </ActionIcon>
          </Tooltip>
          <Text className="mono quiet">
            {view.subnet}/{view.mask}
          </Text>
        </Group>
        <Where key={at} at={at} go={go} />
      </Group>
      {error ? <Failure error={error} retry={() => void refetch()} /> : null}
      {data?.isCut ? (
        <Alert color="orange">There are more networks than the map shows one by one: zoom in to see all.</Alert>
      ) : null}
      <div className={isVersion6 ? '' : 'map-grid'}>
        <Card>
          {!shown ? (
            <div className="map" />
          ) : isVersion6 ? (
            <Treemap view={shown.view} map={shown.map} open={open} go={go} />
          ) : (
            <MapCanvas space={shown} tell={tell} choose={choose} go={go} busy={isFetching} />
          )}
        </Card>
        {isVersion6 ? null : (
          <Card title="Here">
            <Here found={chosen ?? pointed} view={view} go={go} />
          </Card>
        )}
      </div>
    </Stack>
  );
}

/** What was there last, while there is nothing. */
function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}

function Where({ at, go }: { at: string; go: (prefix: string) => void }) {
  const [text, setText] = useState(at);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        go(text.trim());
      }}
    >
      <Group gap={6}>
        {['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '2000::/4'].map((prefix) => (
          <Button key={prefix} variant="default" size="compact-xs" className="mono" onClick={() => go(prefix)} visibleFrom="sm">
            {prefix}
          </Button>
        ))}
        <TextInput
          size="xs"
          aria-label="Go to a network"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          classNames={{ input: 'mono' }}
          w={170}
        />
      </Group>
    </form>
  );
}
