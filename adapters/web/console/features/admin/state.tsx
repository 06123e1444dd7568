import { Alert, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, dataOf } from '../../api/client';
import { labelOf } from '../../api/kinds';
import { t, textFor } from '../../texts/text';
import { Form, SubmitLine } from '../../ui/forms/form';
import { PageButton, PageLink } from '../../ui/page/links';
import { Card, Empty, Ready, Warning } from '../../ui/page/page';
import { type DataColumn, TableCard, textColumn, timeColumn } from '../../ui/tables/data-table';
import { duration, whole } from '../../values/numbers';
import { type Healthy, healthQuery, mailQuery, type Scanning, scansQuery } from './queries';

type ScannedNetwork = Scanning['networks'][number];

const scanColumns = (): readonly DataColumn<ScannedNetwork>[] => [
  {
    name: 'network',
    title: t('column.subnet'),
    width: 'minmax(150px, 1.4fr)',
    text: ({ cidr, description }) => `${cidr} ${description ?? ''}`,
    cell: ({ id, cidr, description }) => (
      <PageLink to="/subnets/$id" params={{ id: String(id) }} inherit>
        <span className="mono">{cidr}</span> {description}
      </PageLink>
    ),
  },
  timeColumn('lastScan', labelOf('lastScan'), 'minmax(140px, 1fr)', { never: t('common.never') }),
  timeColumn('lastDiscovery', labelOf('lastDiscovery'), 'minmax(140px, 1fr)', { never: t('common.never'), isMinor: true }),
];

export function Scans() {
  return (
    <Ready of={useQuery(scansQuery)}>
      {(data) => (
        <Stack gap={12}>
          <Card title={t('admin.scans')} side={<ToSettings />}>
            <Facts
              facts={{
                [t('admin.scans')]: data.enabled ? (
                  <State good={data.program !== null} yes={t('common.on')} no={t('scans.noProgram')} />
                ) : (
                  t('common.off')
                ),
                [t('scans.interval')]:
                  Number(data.intervalSeconds) === 0 ? t('scans.onRequest') : duration(Number(data.intervalSeconds)),
                [t('scans.program')]: data.program ?? t('scans.programMissing'),
                [t('scans.listTitle')]: data.total,
              }}
            />
            {data.problem ? <Problem>{data.program === null ? t('scans.install') : data.problem}</Problem> : null}
          </Card>
          <TableCard
            title={t('scans.listTitle')}
            of={{ data: data.networks, error: null }}
            columns={scanColumns()}
            keyOf={({ id }) => String(id)}
            empty={<Empty title={t('scans.none')}>{t('scans.noneHelp')}</Empty>}
          />
        </Stack>
      )}
    </Ready>
  );
}

type Follower = Healthy['followers'][number];

const followerColumns = (): readonly DataColumn<Follower>[] => [
  textColumn('name', t('column.name'), 'minmax(96px, 1.4fr)', { text: followerName, look: 'strong' }),
  textColumn('behind', t('health.behind'), 'minmax(80px, 1fr)', { text: ({ behind }) => whole(Number(behind)) }),
  textColumn('failures', t('health.failures'), 'minmax(108px, 1fr)'),
];

/** The name of a follower for users. Stored names are `dns`, `backup`, `webhook:NAME` and others. */
function followerName({ name }: Follower): string {
  const [sort, webhook] = name.split(/:(.*)/);
  return sort === 'webhook' ? `${t('one.webhook')} ${webhook}` : textFor(`follower.${sort}`, name);
}

export function Health() {
  return (
    <Ready of={useQuery(healthQuery)} lines={8}>
      {(data) => (
        <Stack gap={12}>
          <Card title={t('health.service')}>
            <Facts facts={serviceFacts(data)} />
          </Card>
          <Card title={t('health.counts')}>
            <Facts
              facts={Object.fromEntries(
                Object.entries(data.counts).map(([name, count]) => [
                  textFor(`kind.${name.replace(/(?<=ss)es$|s$/, '')}`, name),
                  whole(Number(count)),
                ]),
              )}
            />
          </Card>
          <TableCard
            title={t('health.followers')}
            of={{ data: data.followers, error: null }}
            columns={followerColumns()}
            keyOf={({ name }) => name}
            empty={<Empty title={t('health.noFollowers')}>{t('health.noFollowersHelp')}</Empty>}
          />
        </Stack>
      )}
    </Ready>
  );
}

const serviceFacts = ({ version, node, uptime, storage }: Healthy): Readonly<Record<string, ReactNode>> => ({
  [t('health.version')]: version,
  [t('health.runtime')]: `Node.js ${node}`,
  [t('health.uptime')]: duration(Number(uptime)),
  [t('health.database')]: textFor(`value.database.${storage.software}`, storage.software) || t('common.unknown'),
  [t('health.schema')]: storage.schema.replace(/ \(.*\)$/, '') || t('common.unknown'),
  [t('health.databaseState')]: <State good={storage.works} yes={t('health.works')} no={t('health.fails')} />,
  [t('health.databaseFailures')]: storage.failures,
});

export function Mail() {
  return (
    <Ready of={useQuery(mailQuery)}>
      {(data) => (
        <Stack gap={12}>
          <Card title={t('admin.mail')} side={<ToSettings />}>
            <Facts
              facts={{
                [t('admin.mail')]:
                  data.enabled && data.server !== '' ? <State good yes={t('common.on')} no={t('common.off')} /> : t('common.off'),
                [t('mail.server')]: data.server === '' ? t('mail.noServer') : `${data.server}:${data.port}`,
                [t('mail.notices')]: data.notices,
                [t('mail.mails')]: data.mails,
              }}
            />
            {data.problem ? <Problem>{data.problem}</Problem> : null}
          </Card>
          <TestCard />
        </Stack>
      )}
    </Ready>
  );
}

function TestCard() {
  const [address, setAddress] = useState('');
  const test = useMutation({ mutationFn: () => dataOf(api.POST('/admin/mail/test/', { body: { address } })) });
  return (
    <Card title={t('mail.test')}>
      <div style={{ padding: 14, maxWidth: 520 }}>
        <Form send={test.mutate}>
          <TextInput
            type="email"
            label={t('mail.address')}
            description={t('mail.testHelp')}
            value={address}
            onChange={({ currentTarget: { value } }) => setAddress(value)}
          />
          <SubmitLine label={t('mail.send')} busy={test.isPending} disabled={address === ''} />
          {test.data ? (
            <Alert color={test.data.problem === null ? 'green' : 'red'} role="status">
              {test.data.problem ?? t('mail.sent', { address: test.data.address })}
            </Alert>
          ) : null}
        </Form>
      </div>
    </Card>
  );
}

export const ToSettings = () => (
  <PageButton to="/admin/$part" params={{ part: 'settings' }} variant="light">
    {t('admin.toSettings')}
  </PageButton>
);

export const Facts = ({ facts }: { facts: Readonly<Record<string, ReactNode>> }) => (
  <dl className="facts">
    {Object.entries(facts).map(([name, value]) => (
      <div key={name} style={{ display: 'contents' }}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

export const State = ({ good, yes, no }: { good: boolean; yes: string; no: string }) => (
  <span className="state" data-good={good || undefined}>
    {good ? yes : no}
  </span>
);

export const Problem = ({ children }: { children: ReactNode }) => (
  <Warning m="md" mt={0}>
    {children}
  </Warning>
);
