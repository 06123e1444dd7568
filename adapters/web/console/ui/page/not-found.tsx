import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ApiError } from '../../api/client';
import { t } from '../../texts/text';
import { Card, Empty, Loading, Ready, type ReadyProperties } from './card';

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
