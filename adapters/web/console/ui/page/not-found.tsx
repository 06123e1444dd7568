import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Card, Empty } from './card';

/** What an address shows that leads nowhere. */
export const NotFound = () => (
  <Card>
    <Empty
      title="There is no such page"
      action={
        <Button component={Link} to="/">
          To the overview
        </Button>
      }
    >
      The address may be mistyped, or what it showed was deleted.
    </Empty>
  </Card>
);
