import { t } from '../../texts/text';
import { bitsOf, numberOf } from '../../values/ip';

interface Properties {
  readonly before: string;
  readonly after: readonly string[];
  /** The number of addresses in each network of `after`. May cover only the first networks. */
  readonly held?: readonly number[];
}

const maxLabels = 8;
const width = 320;

export function BeforeAndAfter({ before, after, held = [] }: Properties) {
  const all = [before, ...after].map(rangeOf);
  const first = all.reduce((least, { from }) => (from < least ? from : least), all[0]?.from ?? 0n);
  const last = all.reduce((most, { to }) => (to > most ? to : most), 0n);
  const at = (address: bigint) => (Number(((address - first) * 100_000n) / (last - first || 1n)) * width) / 100_000;
  const bar = (prefix: string, y: number, fill: string) => {
    const { from, to } = rangeOf(prefix);
    return <rect key={prefix} x={at(from)} y={y} width={Math.max(1.5, at(to) - at(from) - 1)} height="16" rx="3" fill={fill} />;
  };
  return (
    <figure style={{ margin: 0 }}>
      <svg
        viewBox={`0 0 ${width} 44`}
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
