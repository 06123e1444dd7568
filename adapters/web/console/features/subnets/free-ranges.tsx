import { Button, Text } from '@mantine/core';
import { t } from '../../texts/text';
import { firstNetworkIn, type Gap, gapText, sizeOf } from '../../values/gaps';
import { count } from '../../values/numbers';

const maxShown = 200;

interface Properties {
  readonly gaps: readonly Gap[];
  /** The prefix length of new networks, if it fits. */
  readonly mask: number;
  /** Opens the form for a network; undefined without permission to create networks. */
  readonly take: ((cidr: string) => void) | undefined;
}

export const FreeRanges = ({ gaps, mask, take }: Properties) => (
  <ul className="free-ranges" aria-label={t('subnet.freeRanges')}>
    {gaps.slice(0, maxShown).map((gap) => {
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
    {gaps.length > maxShown ? (
      <li>
        <Text size="xs">{t('subnet.freeMore')}</Text>
      </li>
    ) : null}
  </ul>
);
