import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orNone, type Subnet, send } from '../../api/client';
import { isFolder } from '../../api/kinds';
import { addressPage } from '../../api/lists';
import { useRights } from '../../api/session';
import { t } from '../../texts/text';
import { type NetworkAt, openDialog } from '../../ui/dialogs/dialogs';
import { Empty, Failure, Loading } from '../../ui/page/page';
import { firstNetworkIn, type Gap, gapsIn, gapText, intervalOf, sizeOf } from '../../values/gaps';
import { bitsOf } from '../../values/ip';
import { count } from '../../values/numbers';

const shown = 200;

interface Properties {
  readonly network: NetworkAt;
  /** The direct children; undefined until they are read. */
  readonly subnets: readonly Subnet[] | undefined;
  readonly sectionId: number;
  readonly mayAdd: boolean;
}

export function FreeNetworks({ network, subnets, sectionId, mayAdd }: Properties) {
  const { gaps, isFilled } = useFreeSpace(network, subnets);
  const { seesAll } = useRights(); // hidden networks may be in the ranges; the service knows them
  const bits = bitsOf(network.subnet);
  const [mask, setMask] = useState(String(Math.min(bits, Math.max(network.mask + 1, bits === 128 ? 64 : 24))));
  const lengths = Array.from({ length: bits - network.mask }, (_, index) => String(network.mask + 1 + index));
  const { data, error } = useQuery({
    queryKey: ['register', 'subnets', network.id, 'free', mask],
    queryFn: () => freeNetworks(network.id, mask),
  });
  const prefixes = data && gaps ? withinGaps(data, gaps) : isFilled ? data : undefined;
  const take = (cidr: string) => openDialog({ dialog: 'subnet', sectionId, master: network, cidr });
  return (
    <Stack gap={0}>
      <Group p="sm" gap="xs">
        <Text size="sm">{t('subnet.freeOf')}</Text>
        <Select
          aria-label={t('subnet.freeLength')}
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
      ) : !prefixes ? (
        <Loading />
      ) : prefixes.length === 0 ? (
        <Empty title={t('subnet.freeNone', { mask })}>{t('subnet.freeNoneHelp')}</Empty>
      ) : (
        <Gaps prefixes={prefixes} take={mayAdd ? take : undefined} />
      )}
      {isFilled ? (
        <Text size="xs" px="sm" pb="sm">
          {t('subnet.freeFilled')}
        </Text>
      ) : null}
      {seesAll && gaps && gaps.length > 0 ? (
        <FreeRanges gaps={gaps} mask={Number(mask)} take={mayAdd ? take : undefined} />
      ) : null}
    </Stack>
  );
}

/** @param take undefined without permission to create networks */
const Gaps = ({ prefixes, take }: { prefixes: readonly string[]; take: ((prefix: string) => void) | undefined }) => (
  <div className="gaps">
    {prefixes.map((prefix) =>
      take ? (
        <Button key={prefix} variant="default" size="compact-sm" className="mono" onClick={() => take(prefix)}>
          {prefix}
        </Button>
      ) : (
        <span key={prefix} className="mono">
          {prefix}
        </span>
      ),
    )}
    {prefixes.length === shown ? <Text size="xs">{t('subnet.freeMore')}</Text> : null}
  </div>
);

const freeNetworks = async (id: number, mask: string): Promise<readonly string[]> =>
  (await orNone<{ data: string[] }>(send('GET', `subnets/${id}/all_subnets/${mask}/?limit=${shown}`), { data: [] })).data;

interface FreeRangesProperties {
  readonly gaps: readonly Gap[];
  /** The prefix length of new networks, if it fits. */
  readonly mask: number;
  /** Opens the form for a network; undefined without permission to create networks. */
  readonly take: ((cidr: string) => void) | undefined;
}

const FreeRanges = ({ gaps, mask, take }: FreeRangesProperties) => (
  <ul className="free-ranges" aria-label={t('subnet.freeRanges')}>
    {gaps.slice(0, shown).map((gap) => {
      const cidr = firstNetworkIn(gap, mask);
      return (
        <li key={String(gap.first)}>
          <span className="mono cut">{gapText(gap)}</span>
          <span className="quiet">{t('subnet.freeSize', { n: count(sizeOf(gap)) })}</span>
          {take ? (
            <Button variant="subtle" size="compact-xs" onClick={() => take(cidr)}>
              {t('tree.fill', { cidr })}
            </Button>
          ) : null}
        </li>
      );
    })}
    {gaps.length > shown ? (
      <li>
        <Text size="xs">{t('subnet.freeMore')}</Text>
      </li>
    ) : null}
  </ul>
);

/** Maximum number of a network's own addresses that are read to find its free ranges. */
const maxAddresses = 1000;

interface FreeSpace {
  /** Ranges without networks and addresses; undefined while they are unknown. */
  readonly gaps: readonly Gap[] | undefined;
  /** Whether the network has more than `maxAddresses` addresses of its own. */
  readonly isFilled: boolean;
}

const ownAddressesQuery = (id: number) => ({
  queryKey: ['register', 'subnets', id, 'own addresses'],
  queryFn: () => addressPage({ subnet: id, sort: 'ip', where: [] }, { limit: maxAddresses, count: true, fields: 'ip' }),
});

function useFreeSpace(network: NetworkAt, children: readonly Subnet[] | undefined): FreeSpace {
  const { data } = useQuery(ownAddressesQuery(network.id));
  if (!data || !children) return { gaps: undefined, isFilled: false };
  if (data.total > maxAddresses) return { gaps: undefined, isFilled: true };
  const bits = bitsOf(network.subnet);
  const networks = children
    .filter((child) => !isFolder(child) && bitsOf(child.subnet) === bits)
    .map(({ subnet, mask }) => ({ subnet, mask: Number(mask) }));
  const addresses = data.rows.map(({ ip }) => ({ subnet: ip, mask: bits }));
  return { gaps: gapsIn(network, [...networks, ...addresses]), isFilled: false };
}

function withinGaps(prefixes: readonly string[], gaps: readonly Gap[]): readonly string[] {
  return prefixes.filter((prefix) => {
    const [subnet = '', mask] = prefix.split('/');
    const { first, last } = intervalOf({ subnet, mask: Number(mask) });
    return gaps.some((gap) => gap.first <= first && last <= gap.last);
  });
}
