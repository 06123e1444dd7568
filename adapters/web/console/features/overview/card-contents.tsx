import { SimpleGrid, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AnyRecord } from '../../api/client';
import { newestChangesQuery, overviewQuery } from '../../api/queries';
import { t } from '../../texts/text';
import { PageButton, PathLink, RecordPageLink } from '../../ui/page/links';
import { Card, Empty, Quiet, type Reading, Ready } from '../../ui/page/page';
import { UsageBar } from '../../ui/values/usage-bar';
import { count } from '../../values/numbers';
import { useFavourites } from '../bookmarks/favourites';
import { viewsQuery } from '../bookmarks/views';
import { ChangeLine, useChangeNames } from '../changes/change-line';
import { reportQuery, reports } from '../reports/reports';
import { requestsQuery } from '../requests/request-queries';
import type { CardName } from './cards';

/** Number of rows in a card; the linked page has all of them. */
const shown = 8;

export const cardContents: Readonly<Record<CardName, () => ReactNode>> = {
  figures: () => <Figures />,
  sections: () => <Sections />,
  changes: () => <Newest />,
  fullest: () => <Fullest />,
  favourites: () => <Favourites />,
  views: () => <Views />,
  requests: () => <OpenRequests />,
  growing: () => <ReportCard name="growing" />,
  unused: () => <ReportCard name="unused" />,
};

function Figures() {
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

const Figure = ({ label, value = '…', note }: { label: string; value?: string | undefined; note?: string | undefined }) => (
  <div className="card" style={{ padding: '10px 14px' }}>
    <Quiet size="xs">{label}</Quiet>
    <Text fz={22} fw={650} lh={1.25}>
      {value}
    </Text>
    {note ? <Quiet size="xs">{note}</Quiet> : null}
  </div>
);

interface ListProperties<Item> {
  readonly title: string;
  /** The page with all items. */
  readonly all?: LinkProps;
  readonly of: Reading<readonly Item[]>;
  readonly empty: ReactNode;
  readonly isList?: boolean;
  readonly line: (item: Item) => ReactNode;
}

/** @param isList whether the lines are elements of an HTML list */
function ListCard<Item>({ title, all, of, empty, isList = false, line }: ListProperties<Item>) {
  const side = all ? (
    <PageButton variant="subtle" size="compact-xs" {...all}>
      {t('common.all')}
    </PageButton>
  ) : null;
  return (
    <Card title={title} side={side}>
      <Ready of={of}>
        {(items) => {
          if (items.length === 0) return empty;
          return isList ? <ul className="card-lines">{items.map(line)}</ul> : <div className="lines">{items.map(line)}</div>;
        }}
      </Ready>
    </Card>
  );
}

interface LineProperties {
  readonly name: ReactNode;
  readonly description: ReactNode;
  readonly note?: string;
  readonly usage: Readonly<Record<'used' | 'maxhosts' | 'threshold', string | number>>;
  readonly depth?: number;
}

const LineContents = ({ name, description, note, usage: { used, maxhosts, threshold }, depth = 0 }: LineProperties) => (
  <>
    <span className="cut" style={{ paddingLeft: depth * 20 }}>
      {name}
      {description ? (
        <Quiet span size="xs" ml={8}>
          {description}
        </Quiet>
      ) : null}
    </span>
    <Quiet size="xs" ta="right">
      {note}
    </Quiet>
    <UsageBar used={used} size={maxhosts} threshold={Number(threshold)} />
  </>
);

function Sections() {
  const { data, error } = useQuery(overviewQuery);
  const below = Map.groupBy(data?.sections ?? [], ({ masterSection }) => Number(masterSection));
  const seen = new Set(data?.sections.map(({ id }) => Number(id)));
  const top = data?.sections.filter(({ masterSection }) => !seen.has(Number(masterSection)));
  const lines = top?.flatMap((section) => [
    { ...section, depth: 0 },
    ...(below.get(Number(section.id)) ?? []).map((child) => ({ ...child, depth: 1 })),
  ]);
  return (
    <ListCard
      title={t('kind.section')}
      of={{ data: lines, error }}
      empty={null}
      line={({ id, name, description, subnets, depth, ...usage }) => (
        <Link key={id} to="/sections/$id" params={{ id: String(id) }} className="row-link overview-line">
          <LineContents
            name={
              <Text span fw={550} size="sm">
                {name}
              </Text>
            }
            description={description}
            note={t('count.subnet', { n: Number(subnets) })}
            usage={{ threshold: 0, ...usage }}
            depth={depth}
          />
        </Link>
      )}
    />
  );
}

interface NetworkProperties {
  readonly network: AnyRecord;
  readonly note?: string;
}

const NetworkLine = ({ network: { id, subnet, mask, description, used, maxhosts, threshold }, note }: NetworkProperties) => (
  <Link to="/subnets/$id" params={{ id: String(id) }} className="row-link overview-line">
    <LineContents
      name={<span className="mono">{`${subnet}/${mask}`}</span>}
      description={description}
      note={note}
      usage={{ used: used ?? 0, maxhosts: maxhosts ?? 0, threshold: threshold ?? 0 }}
    />
  </Link>
);

function Fullest() {
  const { data, error } = useQuery(overviewQuery);
  return (
    <ListCard
      title={t('overview.fullest')}
      of={{ data: data?.fullest, error }}
      empty={<Empty title={t('overview.noAddresses')}>{t('overview.noAddressesHelp')}</Empty>}
      line={(network) => (
        <NetworkLine
          key={network.id}
          network={network}
          note={t('overview.free', { n: count(BigInt(network.maxhosts) - BigInt(network.used)) })}
        />
      )}
    />
  );
}

function Newest() {
  const { data, error } = useQuery(newestChangesQuery);
  const names = useChangeNames(data?.changes ?? []);
  return (
    <ListCard
      title={t('overview.changes')}
      all={{ to: '/changes' }}
      of={{ data: data?.changes, error }}
      empty={<Empty title={t('changes.none')} />}
      line={(change) => <ChangeLine key={change.id} change={change} names={names} />}
    />
  );
}

const Favourites = () => (
  <ListCard
    title={t('card.favourites')}
    of={{ data: useFavourites().favourites, error: null }}
    empty={<Empty title={t('card.noFavourites')} />}
    isList
    line={({ kind, id, label }) => (
      <li key={`${kind} ${id}`}>
        <RecordPageLink kind={kind} id={id} className="cut">
          {label}
        </RecordPageLink>
      </li>
    )}
  />
);

const Views = () => (
  <ListCard
    title={t('view.title')}
    of={useQuery(viewsQuery)}
    empty={<Empty title={t('view.none')} />}
    isList
    line={({ id, name, path }) => (
      <li key={id}>
        <PathLink path={path} className="cut">
          {name}
        </PathLink>
      </li>
    )}
  />
);

function OpenRequests() {
  const requests = useQuery(requestsQuery('open'));
  return (
    <ListCard
      title={t('card.requests')}
      all={{ to: '/requests' }}
      of={{ ...requests, data: requests.data?.slice(0, shown) }}
      empty={<Empty title={t('empty.request')} />}
      isList
      line={({ id, requester, comment }) => (
        <li key={id}>
          <span className="cut">{comment}</span>
          <Quiet span size="xs">
            {requester}
          </Quiet>
        </li>
      )}
    />
  );
}

function ReportCard({ name }: { name: 'growing' | 'unused' }) {
  const report = reports.find((each) => each.name === name);
  return report ? <ReportRows report={report} /> : null;
}

function ReportRows({ report }: { report: (typeof reports)[number] }) {
  const pages = useInfiniteQuery(reportQuery(report, String(report.days ?? '')));
  return (
    <ListCard
      title={t(report.titleKey)}
      all={{ to: '/reports', search: { report: report.name } }}
      of={{ ...pages, data: pages.data && (pages.data.pages[0]?.rows ?? []).slice(0, shown) }}
      empty={<Empty title={t('report.none')}>{t('report.noneRecorded')}</Empty>}
      line={(network) => <NetworkLine key={network.id} network={network} />}
    />
  );
}
