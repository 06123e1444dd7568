import { Alert, Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Call } from '../../api/calls';
import { ApiError, exchange, isRefusal, type Method } from '../../api/client';
import { t } from '../../texts/text';
import { type Explanation, ExplanationText, explanationIn } from './explanation';

/** A write that a dialog is about to send. */
export interface Planned extends Call {
  readonly method: Exclude<Method, 'GET'>;
}

/** What a write would answer. */
export interface DryRunAnswer {
  readonly data?: unknown;
  readonly message?: string;
  /** Why it is so, where the service explains it. */
  readonly explain?: Explanation;
}

/** Paths of what is chosen by the service, which can say why. */
const isExplained = /\/first_(free|subnet)\//;

/** Tries a write out while one fills in what is to be written: nothing is kept. @param call undefined where it is not complete yet */
export function useDryRun(call: Planned | undefined) {
  const [settled] = useDebouncedValue(call && JSON.stringify(call), 250);
  const trial = useQuery({
    queryKey: ['register', 'trial', settled],
    queryFn: async () =>
      call
        ? (
            await exchange<DryRunAnswer>(
              call.method,
              `${call.path}?dry_run=1${isExplained.test(call.path) ? '&explain=1' : ''}`,
              {
                body: call.body,
              },
            )
          ).body
        : {},
    enabled: call !== undefined && settled !== undefined,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return { trial: trial.data, isRefused: call !== undefined && isRefusal(trial.error), error: trial.error };
}

/** How far a trial has come. */
export type DryRunState = ReturnType<typeof useDryRun>;

/** Says what a write would do, or why it cannot be done. */
export function Preview({
  told: { trial, error },
  children,
}: {
  told: DryRunState;
  children: (trial: DryRunAnswer) => ReactNode;
}) {
  if (error)
    return (
      <Alert color={isRefusal(error) ? 'orange' : 'red'} p="xs" role="status">
        {error.message}
        {error instanceof ApiError ? <ExplanationText explanation={explanationIn(error.body)} /> : null}
      </Alert>
    );
  return (
    <div>
      <Group gap={8} mih={22} role="status">
        {trial ? children(trial) : <Text size="sm">…</Text>}
      </Group>
      <ExplanationText explanation={trial?.explain} />
    </div>
  );
}

/** What is given, in the words of the service. */
export function Given({ trial }: { trial: DryRunAnswer }) {
  const given = textsIn(trial.data);
  return (
    <>
      <Text size="sm" className="quiet">
        {t('preview.willBe')}
      </Text>
      <Text className="mono" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {given.slice(0, 6).join(', ')}
        {given.length > 6 ? ` … ${given.at(-1)}` : ''}
      </Text>
      <Text size="xs" className="quiet">
        {t('preview.notReserved')}
      </Text>
    </>
  );
}

/** Addresses or networks that an answer names. */
function textsIn(data: unknown): string[] {
  return [data].flat().flatMap((each) => {
    if (typeof each === 'string') return [each];
    return typeof each === 'object' && each !== null && 'ip' in each ? [String(each.ip)] : [];
  });
}
