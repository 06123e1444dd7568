import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { totalOf } from '../../api/lists';
import { t } from '../../texts/text';
import type { NetworkAt } from '../../ui/dialogs/dialogs';
import { WriteForm } from '../../ui/forms/form';
import { type Planned, Preview, useDryRun } from '../../ui/forms/preview';
import { Quiet } from '../../ui/page/page';
import { bitsOf, numberOf, textOf } from '../../values/ip';
import { count } from '../../values/numbers';
import { PrefixLength } from './subnet-dialog';

export function ResizeDialog({ subnet }: { subnet: NetworkAt }) {
  const [mask, setMask] = useState(subnet.mask);
  const call: Planned = { method: 'PATCH', path: `subnets/${subnet.id}/resize/`, body: { mask } };
  /** In bits; negative if the network becomes smaller. */
  const difference = subnet.mask - mask;
  const result = useDryRun(difference === 0 ? undefined : call);
  return (
    <WriteForm
      call={call}
      message={() => t('subnet.resized', { name: nameOf(subnet), mask })}
      label={t('subnet.resize')}
      disabled={difference === 0 || result.isRefused}
    >
      <PrefixLength label={t('subnet.resizeLength')} value={mask} onChange={setMask} min={8} address={subnet.subnet} />
      <BeforeAndAfter before={nameOf(subnet)} after={[prefixAround(subnet, mask)]} />
      {difference === 0 ? (
        <Quiet>{t('subnet.resizeSame')}</Quiet>
      ) : (
        <Preview result={result}>
          {() => (
            <Quiet>
              {t(difference > 0 ? 'subnet.resizeLarger' : 'subnet.resizeSmaller', {
                factor: count(2n ** BigInt(Math.abs(difference))),
              })}
            </Quiet>
          )}
        </Preview>
      )}
    </WriteForm>
  );
}

export function SplitDialog({ subnet }: { subnet: NetworkAt }) {
  const [number, setNumber] = useState('2');
  const call: Planned = { method: 'PATCH', path: `subnets/${subnet.id}/split/`, body: { number: Number(number) } };
  const room = Math.min(8, bitsOf(subnet.subnet) - subnet.mask);
  const result = useDryRun(room > 0 ? call : undefined);
  const mask = subnet.mask + Math.log2(Number(number));
  const chunks = Array.from({ length: Number(number) }, (_, index) => groupOf(subnet, mask, index));
  const held = useAddressesIn(subnet, chunks.slice(0, 8));
  return (
    <WriteForm
      call={call}
      message={() => t('subnet.splitDone', { name: nameOf(subnet), n: number })}
      label={t('subnet.split')}
      disabled={room === 0 || result.isRefused}
    >
      <Select
        label={t('subnet.splitInto')}
        data={Array.from({ length: room }, (_, index) => String(2 ** (index + 1)))}
        value={number}
        onChange={(value) => setNumber(value ?? '2')}
        allowDeselect={false}
        data-autofocus
      />
      <BeforeAndAfter before={nameOf(subnet)} after={chunks} held={held} />
      <Preview result={result}>{() => <Quiet>{t('subnet.splitText', { n: number, mask })}</Quiet>}</Preview>
    </WriteForm>
  );
}

const nameOf = ({ subnet, mask }: NetworkAt): string => `${subnet}/${mask}`;

function useAddressesIn(subnet: NetworkAt, chunks: readonly string[]): readonly number[] {
  const { data = [] } = useQuery({
    queryKey: ['register', 'subnets', subnet.id, 'held', chunks],
    queryFn: () => Promise.all(chunks.map((chunk) => totalOf(`subnets/${subnet.id}/addresses`, [['filter[ip][within]', chunk]]))),
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

interface FigureProperties {
  readonly before: string;
  readonly after: readonly string[];
  /** The number of addresses in each network of `after`. May cover only the first networks. */
  readonly held?: readonly number[];
}

const maxLabels = 8;
const figureWidth = 320;

function BeforeAndAfter({ before, after, held = [] }: FigureProperties) {
  const all = [before, ...after].map(rangeOf);
  const first = all.reduce((least, { from }) => (from < least ? from : least), all[0]?.from ?? 0n);
  const last = all.reduce((most, { to }) => (to > most ? to : most), 0n);
  const at = (address: bigint) => (Number(((address - first) * 100_000n) / (last - first || 1n)) * figureWidth) / 100_000;
  const bar = (prefix: string, y: number, fill: string) => {
    const { from, to } = rangeOf(prefix);
    return <rect key={prefix} x={at(from)} y={y} width={Math.max(1.5, at(to) - at(from) - 1)} height="16" rx="3" fill={fill} />;
  };
  return (
    <figure style={{ margin: 0 }}>
      <svg
        viewBox={`0 0 ${figureWidth} 44`}
        role="img"
        aria-label={t('reshape.figure', { before, after: after.slice(0, maxLabels).join(', ') })}
      >
        {bar(before, 2, 'var(--quiet)')}
        {after.slice(0, 256).map((prefix) => bar(prefix, 24, 'var(--mantine-primary-color-filled)'))}
      </svg>
      <figcaption className="before-after">
        <span className="quiet">{t('values.before')}</span>
        <span className="mono">{before}</span>
        <span className="quiet">{t('values.after')}</span>
        <span>
          {after.slice(0, maxLabels).map((prefix, index) => (
            <span key={prefix} className="part">
              <span className="mono">{prefix}</span>
              {held[index] === undefined ? null : <span className="quiet"> {t('reshape.addresses', { n: held[index] })}</span>}
            </span>
          ))}
          {after.length > maxLabels ? t('reshape.more', { n: after.length - maxLabels }) : ''}
        </span>
      </figcaption>
    </figure>
  );
}

function rangeOf(prefix: string): { readonly from: bigint; readonly to: bigint } {
  const [address = '', mask = '0'] = prefix.split('/');
  const from = numberOf(address);
  return { from, to: from + (1n << BigInt(Math.max(0, bitsOf(address) - Number(mask)))) };
}
