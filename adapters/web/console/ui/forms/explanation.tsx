import { Text } from '@mantine/core';
import { t, textFor } from '../../texts/text';
import { count } from '../../values/numbers';
import { instantOf, localTime } from '../../values/time';
import { useServiceZone } from '../values/timestamp';

interface SkippedRange {
  readonly first: string;
  readonly last: string;
  readonly reason: string;
  readonly until?: string;
  /** Name of the stored range that excludes the addresses. */
  readonly range?: string;
}

export interface Explanation {
  /** The reason, if the service refused the allocation without a search. */
  readonly refusal?: string;
  readonly ranges: readonly SkippedRange[];
  readonly leftOff: string | number;
}

export function ExplanationText({ explanation }: { explanation: Explanation | undefined }) {
  if (!explanation || (explanation.ranges.length === 0 && !explanation.refusal)) return null;
  const { ranges, refusal, leftOff } = explanation;
  return (
    <details className="why">
      <summary>{t('explain.title')}</summary>
      {refusal ? <Text size="xs">{textFor(`explain.${refusal}`, refusal)}</Text> : null}
      <ul>
        {ranges.map(({ first, last, reason, until, range }) => (
          <li key={first}>
            <span className="mono">{first === last ? first : `${first} – ${last}`}</span>{' '}
            <Reason reason={reason} until={until} range={range} />
          </li>
        ))}
      </ul>
      {String(leftOff) === '0' ? null : <Text size="xs">{t('explain.more', { n: count(leftOff) })}</Text>}
    </details>
  );
}

type ReasonProperties = { readonly [N in 'until' | 'range']: string | undefined } & { readonly reason: string };

function Reason({ reason, until, range }: ReasonProperties) {
  const zone = useServiceZone();
  const text = textFor(`explain.${reason}`, reason);
  if (range !== undefined) return t('explain.inRange', { name: range });
  const instant = instantOf(until, zone);
  return instant === undefined ? text : t('explain.until', { reason: text, time: localTime(instant) });
}

export function explanationIn(body: unknown): Explanation | undefined {
  if (typeof body !== 'object' || body === null || !('explain' in body)) return undefined;
  return isExplanation(body.explain) ? body.explain : undefined;
}

const isExplanation = (value: unknown): value is Explanation =>
  typeof value === 'object' && value !== null && 'ranges' in value && Array.isArray(value.ranges);
