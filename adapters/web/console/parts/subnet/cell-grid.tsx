import { Group, Text, Tooltip } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Address } from '../../api/client';
import { failureOf, send } from '../../api/client';
import { addressesQuery, recordsQuery } from '../../api/queries';
import { type NetworkAt, openDialog } from '../dialogs/dialogs';
import { Failure, Loading } from '../page/card';
import { tell } from '../page/telling';
import { bitsOf, numberOf, textOf } from '../values/ip';

/** Every address of a small network as a cell: a click on a free one takes it, with Shift at once. */
export function CellGrid({ network, isPool, mayWrite }: { network: NetworkAt; isPool: boolean; mayWrite: boolean }) {
  const { data, error } = useQuery(addressesQuery(network.id));
  const { data: tags = [] } = useQuery(recordsQuery('tools/tags'));
  const navigate = useNavigate();
  const take = useMutation({
    mutationFn: (ip: string) => send('POST', 'addresses/', { subnetId: network.id, ip, description: '' }),
    onSuccess: (_answer, ip) => tell(`${ip} is taken`),
  });
  const failure = failureOf({ data, error });
  if (failure) return <Failure error={failure} />;
  if (!data) return <Loading />;
  const colors = new Map(tags.map(({ id, type, bgcolor }) => [String(id), { name: String(type), color: String(bgcolor) }]));
  const taken = new Map(data.map((address) => [address.ip, address]));
  const bits = bitsOf(network.subnet);
  const first = numberOf(network.subnet);
  const size = 2 ** (bits - network.mask);
  const hasEdges = bits === 32 && network.mask < 31 && !isPool;
  const press = (ip: string, address: Address | undefined, isAtOnce: boolean) => {
    if (address)
      void navigate({ to: '/subnets/$id', params: { id: String(network.id) }, search: { tab: 'addresses', find: ip } });
    else if (!mayWrite) return;
    else if (isAtOnce) take.mutate(ip);
    else openDialog({ dialog: 'address', subnet: network, ip });
  };
  return (
    <div style={{ padding: 14 }}>
      <Group gap={14} mb={10}>
        <Text size="xs" className="quiet">
          {mayWrite ? 'A click on a free cell takes the address; with Shift at once.' : 'Each cell is an address.'}
        </Text>
        {[...colors].map(([id, { name, color }]) => (
          <Group key={id} gap={5}>
            <span className="swatch" style={{ background: cellColor(color) }} />
            <Text size="xs" className="quiet">
              {name}
            </Text>
          </Group>
        ))}
      </Group>
      <div className="cells" data-many={size >= 64 || undefined}>
        {Array.from({ length: size }, (_, index) => {
          const ip = textOf(first + BigInt(index), bits === 128);
          const edge = hasEdges ? ({ 0: 'network', [size - 1]: 'broadcast' } as const)[index] : undefined;
          return (
            <Cell key={ip} ip={ip} address={taken.get(ip)} edge={edge} colorOf={(tag) => colors.get(tag)?.color} press={press} />
          );
        })}
      </div>
    </div>
  );
}

interface CellProperties {
  readonly ip: string;
  readonly address: Address | undefined;
  /** What the address is at the edge of its network. */
  readonly edge: string | undefined;
  readonly colorOf: (tag: string) => string | undefined;
  readonly press: (ip: string, address: Address | undefined, isAtOnce: boolean) => void;
}

function Cell({ ip, address, edge, colorOf, press }: CellProperties) {
  const about = address ? [address.hostname, address.description].filter(Boolean).join(' · ') : (edge ?? 'free');
  return (
    <Tooltip label={`${ip} ${about}`}>
      <button
        type="button"
        className="cell"
        data-state={address ? 'taken' : edge ? 'reserved' : 'free'}
        aria-label={`${ip} ${about}`}
        disabled={edge !== undefined && !address}
        style={address ? { background: cellColor(colorOf(String(address.tag))) } : {}}
        onClick={(event) => press(ip, address, event.shiftKey)}
      >
        {ip.slice(Math.max(ip.lastIndexOf('.'), ip.lastIndexOf(':')) + 1)}
      </button>
    </Tooltip>
  );
}

/** A tag's colour, dark enough for what stands on it. */
const cellColor = (color = '#888'): string => `color-mix(in oklab, ${color} 62%, #123)`;
