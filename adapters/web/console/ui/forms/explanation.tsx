import { Text } from '@mantine/core';

/** What was passed over before something was found, as the service explains it. */
export interface Explanation {
  /** Why nothing had to be looked at. */
  readonly refusal?: string;
  readonly ranges: readonly { readonly first: string; readonly last: string; readonly reason: string; readonly until?: string }[];
  readonly leftOff: string | number;
}

const words: Readonly<Record<string, string>> = {
  used: 'is used',
  held: 'is held',
  reserved: 'is reserved',
  quarantine: 'was freed too lately',
  edge: 'is the network or broadcast address',
  permission: 'belongs to somebody else',
  tooSmall: 'is too small',
  unaligned: 'has room, but no network of this size begins there',
  fits: 'would do, but the policy chose another one',
  full: 'The network is marked as full.',
  hasChildren: 'It has subnets, so it gives no addresses itself.',
  folder: 'A folder has no addresses.',
  outside: 'What is asked for lies outside.',
};

/** Tells why it is this address or network, or none. */
export function ExplanationText({ explanation }: { explanation: Explanation | undefined }) {
  if (!explanation || (explanation.ranges.length === 0 && !explanation.refusal)) return null;
  const { ranges, refusal, leftOff } = explanation;
  return (
    <details className="why">
      <summary>Why?</summary>
      {refusal ? <Text size="xs">{words[refusal] ?? refusal}</Text> : null}
      <ul>
        {ranges.map(({ first, last, reason, until }) => (
          <li key={first}>
            <span className="mono">{first === last ? first : `${first} – ${last}`}</span> {words[reason] ?? reason}
            {until ? ` until ${until}` : ''}
          </li>
        ))}
      </ul>
      {String(leftOff) === '0' ? null : <Text size="xs">Of {leftOff} more addresses nothing is said.</Text>}
    </details>
  );
}

/** The explanation that the body of a failure has. */
export function explanationIn(body: unknown): Explanation | undefined {
  if (typeof body !== 'object' || body === null || !('explain' in body)) return undefined;
  return isExplanation(body.explain) ? body.explain : undefined;
}

const isExplanation = (given: unknown): given is Explanation =>
  typeof given === 'object' && given !== null && 'ranges' in given && Array.isArray(given.ranges);
