import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Subnet } from '../../api/client';
import { type NetworkAt, openDialog } from '../dialogs/dialogs';
import { Empty, Loading } from '../page/card';
import { HeldMark } from '../values/held-mark';
import { nameOf } from './subnet-name';

interface ChildrenProperties {
  readonly subnets: readonly Subnet[] | undefined;
  readonly mayAdd: boolean;
  readonly network: NetworkAt;
  readonly sectionId: number;
}

/** The networks right below one. */
export function Children({ subnets, mayAdd, network, sectionId }: ChildrenProperties) {
  if (!subnets) return <Loading />;
  if (subnets.length === 0)
    return (
      <Empty
        title="There is no subnet below it"
        action={
          mayAdd ? (
            <Button variant="light" onClick={() => openDialog({ dialog: 'subnet', sectionId, master: network })}>
              Take the next free one
            </Button>
          ) : null
        }
      >
        A network that is parted into subnets keeps no addresses of its own.
      </Empty>
    );
  return (
    <div style={{ padding: 6 }}>
      {subnets.map((child) => (
        <Link
          key={child.id}
          to="/subnets/$id"
          params={{ id: String(child.id) }}
          className="row-link"
          style={{ gridTemplateColumns: 'minmax(150px, 1fr) minmax(0, 2fr)' }}
        >
          <span className="mono cut">
            {nameOf(child)}
            <HeldMark until={child.heldUntil} />
          </span>
          <Text size="sm" className="quiet cut">
            {child.description}
          </Text>
        </Link>
      ))}
    </div>
  );
}
