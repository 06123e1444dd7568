import { Alert, Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Call } from '../../api/calls';
import { ApiError, exchange, isRefusal, type Method } from '../../api/client';
import { t } from '../../texts/text';
import { type Explanation, ExplanationText, explanationIn } from './explanation';

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
        {answer ? (
          children(answer)
        ) : (
          <Text size="sm" className="quiet">
            {t('common.loading')}…
          </Text>
        )}
      </Group>
      <ExplanationText explanation={answer?.explain} />
    </div>
  );
}

export function Input({ answer }: { answer: DryRunAnswer }) {
  const input = textsIn(answer.data);
  return (
    <>
      <Text size="sm" className="quiet">
        {t('preview.willBe')}
      </Text>
      <Text className="mono" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {input.slice(0, 6).join(', ')}
        {input.length > 6 ? ` … ${input.at(-1)}` : ''}
      </Text>
      <Text size="xs" className="quiet">
        {t('preview.notReserved')}
      </Text>
    </>
  );
}

function textsIn(data: unknown): string[] {
  return [data].flat().flatMap((each) => {
    if (typeof each === 'string') return [each];
    return typeof each === 'object' && each !== null && 'ip' in each ? [String(each.ip)] : [];
  });
}
