import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { t } from '../../texts/text';
import { Card, Empty } from './card';

/** What an address shows that leads nowhere. */
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
