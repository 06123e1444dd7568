import { Button, SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { failureOf } from '../../api/client';
import { newestChangesQuery, overviewQuery } from '../../api/queries';
import { t } from '../../texts/text';
import { Card, Empty, Failure, Loading } from '../../ui/page/card';
import { UsageBar } from '../../ui/values/usage-bar';
import { count } from '../../values/numbers';
import { ChangeLine } from '../changes/change-line';
import { useChangeNames } from '../changes/use-change-names';

export function Figures() {
  const { data } = useQuery(overviewQuery);
  const total = (name: 'subnets' | 'used' | 'edges' | 'used6') =>
    (data?.sections ?? []).reduce((sum, section) => sum + BigInt(section[name]), 0n);
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing={10}>
      <Figure label={t('kind.section')} value={data && String(data.sections.length)} />
      <Figure label={t('kind.subnet')} value={data && count(total('subnets'))} />
      <Figure
        label={t('overview.ipv4')}
        value={data && count(total('used') - total('edges'))}
        note={data && total('edges') > 0n ? t('overview.edges', { n: count(total('edges')) }) : undefined}
      />
      <Figure label={t('overview.ipv6')} value={data && count(total('used6'))} />
    </SimpleGrid>
  );
}

interface FigureProperties {
  readonly label: string;
  readonly value: string | undefined;
  readonly note?: string | undefined;
}

const Figure = ({ label, value, note }: FigureProperties) => (
  <div className="card" style={{ padding: '10px 14px' }}>
    <Text size="xs" className="quiet">
      {label}
    </Text>
    <Text fz={22} fw={650} lh={1.25}>
      {value ?? '…'}
    </Text>
    {note ? (
      <Text size="xs" className="quiet">
        {note}
      </Text>
    ) : null}
  </div>
);

export function Sections() {
  const { data } = useQuery(overviewQuery);
  if (!data) return <Card title={t('kind.section')}>{<Loading />}</Card>;
  const below = (master: number) => data.sections.filter(({ masterSection }) => Number(masterSection) === master);
  const seen = new Set(data.sections.map(({ id }) => Number(id)));
  const top = data.sections.filter(({ masterSection }) => !seen.has(Number(masterSection)));
  return (
    <Card title={t('kind.section')}>
      <div className="lines">
        {top.flatMap((section) => [
          <SectionLine key={section.id} section={section} depth={0} />,
          ...below(Number(section.id)).map((child) => <SectionLine key={child.id} section={child} depth={1} />),
        ])}
      </div>
    </Card>
  );
}

type SectionOverview = NonNullable<Awaited<ReturnType<NonNullable<typeof overviewQuery.queryFn>>>>['sections'][number];

const SectionLine = ({ section, depth }: { section: SectionOverview; depth: number }) => (
  <Link to="/sections/$id" params={{ id: String(section.id) }} className="row-link overview-line">
    <span className="cut" style={{ paddingLeft: depth * 20 }}>
      <Text span fw={550} size="sm">
        {section.name}
      </Text>
      {section.description ? (
        <Text span size="xs" className="quiet" ml={8}>
          {section.description}
        </Text>
      ) : null}
    </span>
    <Text size="xs" className="quiet" ta="right">
      {t('count.subnet', { n: Number(section.subnets) })}
    </Text>
    <UsageBar used={section.used} size={section.maxhosts} />
  </Link>
);

export function Fullest() {
  const { data } = useQuery(overviewQuery);
  return (
    <Card title={t('overview.fullest')}>
      {!data ? (
        <Loading />
      ) : data.fullest.length === 0 ? (
        <Empty title={t('overview.noAddresses')}>{t('overview.noAddressesHelp')}</Empty>
      ) : (
        <div className="lines">
          {data.fullest.map((network) => (
            <Link key={network.id} to="/subnets/$id" params={{ id: String(network.id) }} className="row-link overview-line">
              <span className="cut">
                <span className="mono">
                  {network.subnet}/{network.mask}
                </span>
                <Text span size="xs" className="quiet" ml={8}>
                  {network.description}
                </Text>
              </span>
              <Text size="xs" className="quiet" ta="right">
                {t('overview.free', { n: count(BigInt(network.maxhosts) - BigInt(network.used)) })}
              </Text>
              <UsageBar used={network.used} size={network.maxhosts} threshold={Number(network.threshold)} />
            </Link>
          ))}
        </div>
      )}
    </Card>
  );
}

export function Newest() {
  const { data, error } = useQuery(newestChangesQuery);
  const names = useChangeNames(data?.changes ?? []);
  const failure = failureOf({ data, error });
  return (
    <Card
      title={t('overview.changes')}
      side={
        <Button component={Link} to="/changes" variant="subtle" size="compact-xs">
          {t('common.all')}
        </Button>
      }
    >
      {failure ? (
        <Failure error={failure} />
      ) : !data ? (
        <Loading />
      ) : data.changes.length === 0 ? (
        <Empty title={t('changes.none')} />
      ) : (
        <div className="lines">
          {data.changes.map((change) => (
            <ChangeLine key={change.id} change={change} names={names} />
          ))}
        </div>
      )}
    </Card>
  );
}
