import { Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addressPage } from '../../api/address-list';
import { t } from '../../texts/text';
import type { NetworkAt } from '../../ui/dialogs/dialogs';
import { Actions } from '../../ui/forms/actions';
import { BeforeAndAfter } from '../../ui/forms/before-and-after';
import { Form } from '../../ui/forms/form';
import { PrefixLength } from '../../ui/forms/prefix-length';
import { type DryRunState, type Planned, Preview, useDryRun } from '../../ui/forms/preview';
import { useWrite } from '../../ui/forms/use-write';
import { bitsOf, numberOf, textOf } from '../../values/ip';
import { count } from '../../values/numbers';

export function ResizeDialog({ subnet }: { subnet: NetworkAt }) {
  const [mask, setMask] = useState(subnet.mask);
  const call: Planned = { method: 'PATCH', path: `subnets/${subnet.id}/resize/`, body: { mask } };
  const difference = subnet.mask - mask;
  const result = useDryRun(difference === 0 ? undefined : call);
  const resize = useWrite(call, { message: () => t('subnet.resized', { name: nameOf(subnet), mask }) });
  return (
    <Form send={resize.mutate}>
      <PrefixLength label={t('subnet.resizeLength')} value={mask} change={setMask} min={8} address={subnet.subnet} />
      <BeforeAndAfter before={nameOf(subnet)} after={[prefixAround(subnet, mask)]} />
      <Growth difference={difference} result={result} />
      <Actions label={t('subnet.resize')} busy={resize.isPending} disabled={difference === 0 || result.isRefused} call={call} />
    </Form>
  );
}

/** @param difference in bits; negative if the network becomes smaller */
function Growth({ difference, result }: { difference: number; result: DryRunState }) {
  if (difference === 0)
    return (
      <Text size="sm" className="quiet">
        {t('subnet.resizeSame')}
      </Text>
    );
  return (
    <Preview result={result}>
      {() => (
        <Text size="sm" className="quiet">
          {t(difference > 0 ? 'subnet.resizeLarger' : 'subnet.resizeSmaller', {
            factor: count(2n ** BigInt(Math.abs(difference))),
          })}
        </Text>
      )}
    </Preview>
  );
}

export function SplitDialog({ subnet }: { subnet: NetworkAt }) {
  const [number, setNumber] = useState('2');
  const call: Planned = { method: 'PATCH', path: `subnets/${subnet.id}/split/`, body: { number: Number(number) } };
  const room = Math.min(8, bitsOf(subnet.subnet) - subnet.mask);
  const result = useDryRun(room > 0 ? call : undefined);
  const split = useWrite(call, { message: () => t('subnet.splitDone', { name: nameOf(subnet), n: number }) });
  const mask = subnet.mask + Math.log2(Number(number));
  const chunks = Array.from({ length: Number(number) }, (_, index) => groupOf(subnet, mask, index));
  const held = useAddressesIn(subnet, chunks.slice(0, 8));
  return (
    <Form send={split.mutate}>
      <Select
        label={t('subnet.splitInto')}
        data={Array.from({ length: room }, (_, index) => String(2 ** (index + 1)))}
        value={number}
        onChange={(value) => setNumber(value ?? '2')}
        allowDeselect={false}
        data-autofocus
      />
      <BeforeAndAfter before={nameOf(subnet)} after={chunks} held={held} />
      <Preview result={result}>
        {() => (
          <Text size="sm" className="quiet">
            {t('subnet.splitText', { n: number, mask })}
          </Text>
        )}
      </Preview>
      <Actions label={t('subnet.split')} busy={split.isPending} disabled={room === 0 || result.isRefused} call={call} />
    </Form>
  );
}

const nameOf = ({ subnet, mask }: NetworkAt): string => `${subnet}/${mask}`;

function useAddressesIn(subnet: NetworkAt, chunks: readonly string[]): readonly number[] {
  const { data = [] } = useQuery({
    queryKey: ['register', 'subnets', subnet.id, 'held', chunks],
    queryFn: () =>
      Promise.all(
        chunks.map(async (chunk) => {
          const addressQuery = { subnet: subnet.id, sort: 'ip', where: [['filter[ip][within]', chunk] as const] };
          return (await addressPage(addressQuery, { limit: 1, count: true, fields: 'id' })).total;
        }),
      ),
  });
  return data;
}

function prefixAround({ subnet }: NetworkAt, mask: number): string {
  const rest = BigInt(Math.max(0, bitsOf(subnet) - mask));
  return `${textOf((numberOf(subnet) >> rest) << rest, subnet.includes(':'))}/${mask}`;
}

function groupOf({ subnet }: NetworkAt, mask: number, index: number): string {
  const size = 1n << BigInt(bitsOf(subnet) - mask);
  return `${textOf(numberOf(subnet) + BigInt(index) * size, subnet.includes(':'))}/${mask}`;
}
