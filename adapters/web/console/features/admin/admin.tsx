import { Stack } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useRights } from '../../api/session';
import { Card, Empty } from '../../ui/page/card';
import { Heading } from '../../ui/page/heading';
import { NotFound } from '../../ui/page/not-found';
import { type AdminPageName, adminPages, asAdminPageName, beforeImages } from './admin-pages';
import { Dns } from './dns';
import { Keys } from './keys/all-keys';
import { Permissions } from './permissions';
import { ResourceList } from './resources/resource-list';
import { Settings } from './settings';
import { Blocks, History, Tokens } from './sign-ins';
import { Health, Scans } from './state';

const others: Readonly<Partial<Record<AdminPageName, ComponentType>>> = {
  permissions: Permissions,
  keys: Keys,
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
  const part = asAdminPageName(name);
  if (!part) return <NotFound />;
  if (!rights.administrator)
    return (
      <Card>
        <Empty title="This is for administrators">Ask one of them for what you need.</Empty>
      </Card>
    );
  const kept = beforeImages(part);
  const Other = others[part];
  return (
    <Stack gap={12}>
      <Heading tab={`${adminPages[part]} · Administration`}>Administration</Heading>
      <nav className="admin-parts" aria-label="Administration">
        {Object.entries(adminPages).map(([each, title]) => (
          <Link key={each} to="/admin/$part" params={{ part: each }} search={{}} className="admin-part">
            {title}
          </Link>
        ))}
      </nav>
      {kept ? <ResourceList key={kept} name={kept} /> : Other ? <Other /> : null}
    </Stack>
  );
}
