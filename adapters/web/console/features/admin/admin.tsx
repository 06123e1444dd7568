import { Stack } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useRights } from '../../api/session';
import { t } from '../../texts/text';
import { Card, Empty, Heading, NotFound } from '../../ui/page/page';
import { type AdminPageName, adminPages, asAdminPageName, isAdminPageOpen } from './admin-pages';
import { Dns } from './dns';
import { KeyList } from './keys';
import { Permissions } from './permissions';
import { ResourceList } from './resources/resource-list';
import { type ResourceName, resources } from './resources/resources';
import { Settings } from './settings';
import { Blocks, History, Tokens } from './sign-ins';
import { Health, Mail, Scans } from './state';

const others: Readonly<Record<Exclude<AdminPageName, ResourceName>, ComponentType>> = {
  permissions: Permissions,
  keys: () => <KeyList keysPath="admin/keys" title={t('admin.keys')} empty={t('keys.noneHelp')} />,
  tokens: Tokens,
  history: History,
  blocks: Blocks,
  mail: Mail,
  dns: Dns,
  scans: Scans,
  settings: Settings,
  health: Health,
};

const isResource = (page: AdminPageName): page is ResourceName => page in resources;

function Contents({ page }: { page: AdminPageName }) {
  if (isResource(page)) return <ResourceList key={page} name={page} />;
  const Other = others[page];
  return <Other />;
}

export function AdminPage() {
  const { part: name } = useParams({ from: '/admin/$part' });
  const rights = useRights();
  const page = asAdminPageName(name);
  if (!page) return <NotFound />;
  if (!isAdminPageOpen(page, rights))
    return (
      <Card>
        <Empty title={t('admin.only')}>{t('admin.onlyHelp')}</Empty>
      </Card>
    );
  return (
    <Stack gap={12}>
      <Heading tab={t('admin.title', { page: t(`admin.${page}`) })}>{t('nav.administration')}</Heading>
      <nav className="admin-parts" aria-label={t('nav.administration')}>
        {adminPages
          .filter((each) => isAdminPageOpen(each, rights))
          .map((each) => (
            <Link key={each} to="/admin/$part" params={{ part: each }} search={{}} className="admin-part">
              {t(`admin.${each}`)}
            </Link>
          ))}
      </nav>
      <Contents page={page} />
    </Stack>
  );
}
