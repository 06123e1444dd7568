import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, send } from '../../api/client';
import { type NetworkAt, openDialog } from '../dialogs/dialogs';
import { Empty, Failure, Loading } from '../page/card';

const shown = 200;

/** What is free in a network, by the size that is wanted. */
export function FreeNetworks({ network, sectionId, mayAdd }: { network: NetworkAt; sectionId: number; mayAdd: boolean }) {
  const bits = network.subnet.includes(':') ? 128 : 32;
  const [mask, setMask] = useState(String(Math.min(bits, Math.max(network.mask + 1, bits === 128 ? 64 : 24))));
  const { data, error } = useQuery({
    queryKey: ['register', 'subnets', network.id, 'free', mask],
    queryFn: () => freeNetworks(network.id, mask),
  });
  const lengths = Array.from({ length: bits - network.mask }, (_, index) => String(network.mask + index + 1));
  return (
    <Stack gap={0}>
      <Group p="sm" gap="xs">
        <Text size="sm">Free networks of the length</Text>
        <Select
          aria-label="Length"
          size="xs"
          w={84}
          data={lengths.map((length) => ({ value: length, label: `/${length}` }))}
          value={mask}
          onChange={(value) => setMask(value ?? mask)}
          allowDeselect={false}
        />
      </Group>
      {error ? (
        <Failure error={error} />
      ) : !data ? (
        <Loading />
      ) : data.length === 0 ? (
        <Empty title={`There is no room for a /${mask}`}>Try a smaller network: a longer prefix.</Empty>
      ) : (
        <div className="gaps">
          {data.map((prefix) =>
            mayAdd ? (
              <Button
                key={prefix}
                variant="default"
                size="compact-sm"
                className="mono"
                onClick={() => openDialog({ dialog: 'subnet', sectionId, master: network, cidr: prefix })}
              >
                {prefix}
              </Button>
            ) : (
              <span key={prefix} className="mono">
                {prefix}
              </span>
            ),
          )}
          {data.length === shown ? <Text size="xs">and more</Text> : null}
        </div>
      )}
    </Stack>
  );
}

/** The lowest free networks of a length; where there is no room for one, the service answers that it found none. */
async function freeNetworks(id: number, mask: string): Promise<readonly string[]> {
  try {
    return (await send<{ data: string[] }>('GET', `subnets/${id}/all_subnets/${mask}/?limit=${shown}`)).data;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
}
