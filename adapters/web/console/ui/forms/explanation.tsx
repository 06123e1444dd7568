import { Text } from '@mantine/core';
import { t, textFor } from '../../texts/text';
import { count } from '../../values/numbers';
import { instantOf, localTime } from '../../values/time';
import { useServiceZone } from '../values/timestamp';

/** What was passed over before something was found, as the service explains it. */
export interface Explanation {
  /** Why nothing had to be looked at. */
  readonly refusal?: string;
  readonly ranges: readonly { readonly first: string; readonly last: string; readonly reason: string; readonly until?: string }[];
  readonly leftOff: string | number;
}

/** Tells why it is this address or network, or none. */
export function ExplanationText({ explanation }: { explanation: Explanation | undefined }) {
  if (!explanation || (explanation.ranges.length === 0 && !explanation.refusal)) return null;
  const { ranges, refusal, leftOff } = explanation;
  return (
    <details className="why">
      <summary>{t('explain.title')}</summary>
      {refusal ? <Text size="xs">{textFor(`explain.${refusal}`, refusal)}</Text> : null}
      <ul>
        {ranges.map(({ first, last, reason, until }) => (
          <li key={first}>
            <span className="mono">{first === last ? first : `${first} – ${last}`}</span> <Reason reason={reason} until={until} />
          </li>
        ))}
      </ul>
      {String(leftOff) === '0' ? null : <Text size="xs">{t('explain.more', { n: count(leftOff) })}</Text>}
    </details>
  );
}

function Reason({ reason, until }: { reason: string; until: string | undefined }) {
  const zone = useServiceZone();
  const text = textFor(`explain.${reason}`, reason);
  const instant = instantOf(until, zone);
  return instant === undefined ? text : t('explain.until', { reason: text, time: localTime(instant) });
}

/** The explanation that the body of a failure has. */
export function explanationIn(body: unknown): Explanation | undefined {
  if (typeof body !== 'object' || body === null || !('explain' in body)) return undefined;
  return isExplanation(body.explain) ? body.explain : undefined;
}

const isExplanation = (given: unknown): given is Explanation =>
  typeof given === 'object' && given !== null && 'ranges' in given && Array.isArray(given.ranges);
