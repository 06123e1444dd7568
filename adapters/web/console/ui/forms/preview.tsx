import { Alert, Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError, type Call, isRefusal, type Method, send } from '../../api/client';
import { t, textFor } from '../../texts/text';
import { count } from '../../values/numbers';
import { instantOf, localTime } from '../../values/time';
import { Quiet } from '../page/page';
import { useServiceZone } from '../values/timestamp';

export interface Planned extends Call {
  readonly method: Exclude<Method, 'GET'>;
}

export interface DryRunAnswer {
  readonly data?: unknown;
  readonly message?: string;
  readonly explain?: Explanation;
}

const isExplained = /\/first_(free|subnet)\//;

/** @param call undefined while the form is incomplete */
export function useDryRun(call: Planned | undefined) {
  const [settled] = useDebouncedValue(call && JSON.stringify(call), 250);
  const answer = useQuery({
    queryKey: ['register', 'answer', settled],
    queryFn: (): DryRunAnswer | Promise<DryRunAnswer> =>
      call ? send(call.method, `${call.path}?dry_run=1${isExplained.test(call.path) ? '&explain=1' : ''}`, call.body) : {},
    enabled: call !== undefined && settled !== undefined,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return { answer: answer.data, isRefused: call !== undefined && isRefusal(answer.error), error: answer.error };
}

export type DryRunState = ReturnType<typeof useDryRun>;

export function Preview({
  result: { answer, error },
  children,
}: {
  result: DryRunState;
  children: (answer: DryRunAnswer) => ReactNode;
}) {
  if (error)
    return (
      <Alert color={isRefusal(error) ? 'orange' : 'red'} p="xs" role="status">
        {error.message}
        {error instanceof ApiError ? <ExplanationText explanation={explanationIn(error.body)} /> : null}
      </Alert>
    );
  return (
    <div style={{ minHeight: 42 }}>
      <Group gap={8} mih={22} role="status">
        {answer ? children(answer) : <Quiet>{t('common.loading')}…</Quiet>}
      </Group>
      <ExplanationText explanation={answer?.explain} />
    </div>
  );
}

export function Input({ answer }: { answer: DryRunAnswer }) {
  const input = textsIn(answer.data);
  return (
    <>
      <Quiet>{t('preview.willBe')}</Quiet>
      <Text className="mono" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {input.slice(0, 6).join(', ')}
        {input.length > 6 ? ` … ${input.at(-1)}` : ''}
      </Text>
      <Quiet size="xs">{t('preview.notReserved')}</Quiet>
    </>
  );
}

function textsIn(data: unknown): string[] {
  return [data].flat().flatMap((each) => {
    if (typeof each === 'string') return [each];
    return typeof each === 'object' && each !== null && 'ip' in each ? [String(each.ip)] : [];
  });
}

interface SkippedRange {
  readonly first: string;
  readonly last: string;
  readonly reason: string;
  readonly until?: string;
  /** Name of the stored range that excludes the addresses. */
  readonly range?: string;
}

interface Explanation {
  /** The reason, if the service refused the allocation without a search. */
  readonly refusal?: string;
  readonly ranges: readonly SkippedRange[];
  readonly leftOff: string | number;
}

function ExplanationText({ explanation }: { explanation: Explanation | undefined }) {
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

function explanationIn(body: unknown): Explanation | undefined {
  if (typeof body !== 'object' || body === null || !('explain' in body)) return undefined;
  return isExplanation(body.explain) ? body.explain : undefined;
}

const isExplanation = (value: unknown): value is Explanation =>
  typeof value === 'object' && value !== null && 'ranges' in value && Array.isArray(value.ranges);
