import { Stack } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useRights } from '../../api/session';
import { Card, Empty } from '../../ui/page/card';
import { Heading } from '../../ui/page/heading';
import { NotFound } from '../../ui/page/not-found';
import { type AdminPart, adminParts, asAdminPart, asKept } from './admin-parts';
import { Dns } from './dns';
import { Permissions } from './permissions';
import { KeptList } from './resources/kept-list';
import { Settings } from './settings';
import { Blocks, History, Tokens } from './sign-ins';
import { Health, Scans } from './state';

const others: Readonly<Partial<Record<AdminPart, ComponentType>>> = {
  permissions: Permissions,
  tokens: Tokens,
  history: History,
  blocks: Blocks,
  dns: Dns,
  scans: Scans,
  settings: Settings,
  health: Health,
};

/** What administrators set, and how the service is. */
export function AdminPage() {
  const { part: name } = useParams({ from: '/admin/$part' });
  const rights = useRights();
  const part = asAdminPart(name);
  if (!part) return <NotFound />;
  if (!rights.administrator)
    return (
      <Card>
        <Empty title="This is for administrators">Ask one of them for what you need.</Empty>
      </Card>
    );
  const kept = asKept(part);
  const Other = others[part];
  return (
    <Stack gap={12}>
      <Heading tab={`${adminParts[part]} · Administration`}>Administration</Heading>
      <nav className="admin-parts" aria-label="Administration">
        {Object.entries(adminParts).map(([each, title]) => (
          <Link key={each} to="/admin/$part" params={{ part: each }} search={{}} className="admin-part">
            {title}
          </Link>
        ))}
      </nav>
      {kept ? <KeptList key={kept} name={kept} /> : Other ? <Other /> : null}
    </Stack>
  );
}
