import { Stack } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useRights } from '../../api/session';
import { t } from '../../texts/text';
import { Card, Empty } from '../../ui/page/card';
import { Heading } from '../../ui/page/heading';
import { NotFound } from '../../ui/page/not-found';
import { type AdminPageName, adminPages, asAdminPageName, isAdminPageOpen, resourceOfPage } from './admin-pages';
import { Dns } from './dns';
import { Keys } from './keys/all-keys';
import { Mail } from './mail';
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
  mail: Mail,
  dns: Dns,
  scans: Scans,
  settings: Settings,
  health: Health,
};

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
  const definition = resourceOfPage(page);
  const Other = others[page];
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
      {definition ? <ResourceList key={definition} name={definition} /> : Other ? <Other /> : null}
    </Stack>
  );
}
