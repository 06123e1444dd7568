import { Alert, Button, Group, Skeleton, Stack, Text, type TextProps, Title } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { Link } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { ApiError, failureOf } from '../../api/client';
import { t } from '../../texts/text';

interface HeadingProperties {
  readonly children: string;
  /** The title of the browser tab, if it differs from the heading. */
  readonly tab?: string;
  readonly look?: string;
}

/** Also sets the title of the browser tab. */
export function Heading({ children, tab = children, look }: HeadingProperties) {
  useEffect(() => {
    document.title = `${tab} · Hexipam`;
    return () => {
      document.title = 'Hexipam';
    };
  }, [tab]);
  return (
    <Title order={1} tabIndex={-1} {...(look ? { className: look } : {})}>
      {children}
    </Title>
  );
}

/** Focuses the heading of the page after the focused element was removed, such as the row of a deleted record. */
export function focusHeading(): void {
  const { activeElement } = document;
  if (activeElement === null || activeElement === document.body) document.querySelector<HTMLElement>('main h1')?.focus();
}

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

interface ReadyProperties<Data> {
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

/** A text of less importance, such as a hint. */
export const Quiet = (properties: TextProps & { children: ReactNode; role?: string }) => (
  <Text size="sm" className="quiet" {...properties} />
);

/** An alert with an icon, orange by default. */
export const Warning = (properties: ComponentProps<typeof Alert>) => (
  <Alert icon={<AlertIcon size={18} />} color="orange" {...properties} />
);

/** Sets a browser performance mark once the main content of the page is rendered. */
export function useDrawn(name: string, isDrawn: boolean): void {
  useEffect(() => {
    if (isDrawn) performance.mark(`${name} drawn`);
  }, [name, isDrawn]);
}

export const NotFound = () => (
  <Card>
    <Empty
      title={t('notFound.title')}
      action={
        <Button component={Link} to="/">
          {t('common.toOverview')}
        </Button>
      }
    >
      {t('notFound.help')}
    </Empty>
  </Card>
);

/** The content of a page for a record that is read by its id. */
export function ReadyRecord<Data>({ of, children }: ReadyProperties<Data>) {
  const { data, error } = of;
  if (error instanceof ApiError && [400, 404].includes(error.status)) return <NotFound />;
  if (data === undefined && !error) return <Card>{<Loading lines={8} />}</Card>;
  return <Ready of={of}>{children}</Ready>;
}
