import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orNone, type Subnet, send } from '../../api/client';
import { useRights } from '../../api/session';
import { t } from '../../texts/text';
import { type NetworkAt, openDialog } from '../../ui/dialogs/dialogs';
import { Empty, Failure, Loading } from '../../ui/page/card';
import { bitsOf } from '../../values/ip';
import { FreeRanges } from './free-ranges';
import { useFreeSpace, withinGaps } from './free-space';

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
  const { data, error } = useQuery({
    queryKey: ['register', 'subnets', network.id, 'free', mask],
    queryFn: () => freeNetworks(network.id, mask),
  });
  const prefixes = data && gaps ? withinGaps(data, gaps) : isFilled ? data : undefined;
  const take = (cidr: string) => openDialog({ dialog: 'subnet', sectionId, master: network, cidr });
  return (
    <Stack gap={0}>
      <LengthChoice least={network.mask + 1} most={bits} mask={mask} change={setMask} />
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

interface LengthProperties {
  readonly least: number;
  readonly most: number;
  readonly mask: string;
  readonly change: (mask: string) => void;
}

function LengthChoice({ least, most, mask, change }: LengthProperties) {
  const lengths = Array.from({ length: most - least + 1 }, (_, index) => String(least + index));
  return (
    <Group p="sm" gap="xs">
      <Text size="sm">{t('subnet.freeOf')}</Text>
      <Select
        aria-label={t('subnet.freeLength')}
        size="xs"
        w={84}
        data={lengths.map((length) => ({ value: length, label: `/${length}` }))}
        value={mask}
        onChange={(value) => change(value ?? mask)}
        allowDeselect={false}
      />
    </Group>
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
