import { Alert, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import type { ReactNode } from 'react';
import { failureOf } from '../../api/client';
import { t } from '../../texts/text';
import { Quiet } from './quiet';

export function Card({ title, side, children }: { title?: ReactNode; side?: ReactNode; children: ReactNode }) {
  return (
    <section className="card">
      {title ? (
        <div className="card-head">
          <Title order={2} className="cut">
            {title}
          </Title>
          {side}
        </div>
      ) : null}
      {children}
    </section>
  );
}

export function Empty({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <Stack align="center" gap={6} py={36} px="md" ta="center">
      <Text fw={600}>{title}</Text>
      {children ? <Quiet maw={440}>{children}</Quiet> : null}
      {action ? <Group mt={6}>{action}</Group> : null}
    </Stack>
  );
}

export const Loading = ({ lines = 5 }: { lines?: number }) => (
  <Stack gap={10} p="md" aria-busy="true" aria-label={t('common.loading')}>
    {Array.from({ length: lines }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: these lines are all the same
      <Skeleton key={index} height={14} width={`${92 - ((index * 17) % 40)}%`} />
    ))}
  </Stack>
);

export interface Reading<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  /** Without this function, a failure cannot be retried. */
  readonly refetch?: () => unknown;
}

export interface ReadyProperties<Data> {
  readonly of: Reading<Data>;
  readonly lines?: number;
  readonly children: (data: Data) => ReactNode;
}

export function Ready<Data>({ of: { data, error, refetch }, lines = 5, children }: ReadyProperties<Data>) {
  const failure = failureOf({ data, error });
  if (failure) return <Failure error={failure} retry={refetch && (() => void refetch())} />;
  return data === undefined ? <Loading lines={lines} /> : children(data);
}

export const Failure = ({ error, retry }: { error: Error; retry?: () => void }) => (
  <Alert icon={<AlertIcon size={18} />} color="red" m="md" title={t('common.loadFailed')}>
    <Stack gap="xs" align="flex-start">
      <Text size="sm">{error.message}</Text>
      {retry ? (
        <Button variant="light" color="red" onClick={retry}>
          {t('common.retry')}
        </Button>
      ) : null}
    </Stack>
  </Alert>
);
