import { Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AnyRecord } from '../../api/client';
import { t } from '../../texts/text';
import { Card, Empty, Ready } from '../../ui/page/card';
import { PageButton } from '../../ui/page/links';
import { PathLink } from '../../ui/page/path-link';
import { RecordPageLink } from '../../ui/page/record-page-link';
import { UsageBar } from '../../ui/values/usage-bar';
import { useFavourites } from '../favourites/stored-records';
import { reportQuery } from '../reports/report-pages';
import { reports } from '../reports/reports';
import { requestsQuery } from '../requests/request-queries';
import { viewsQuery } from '../views/view-queries';

/** Number of rows in a card; the linked page has all of them. */
const shown = 8;

const Lines = ({ children }: { children: ReactNode }) => <ul className="card-lines">{children}</ul>;

export function Favourites() {
  const { favourites } = useFavourites();
  return (
    <Card title={t('card.favourites')}>
      {favourites.length === 0 ? (
        <Empty title={t('card.noFavourites')} />
      ) : (
        <Lines>
          {favourites.map(({ kind, id, label }) => (
            <li key={`${kind} ${id}`}>
              <RecordPageLink kind={kind} id={id} className="cut">
                {label}
              </RecordPageLink>
            </li>
          ))}
        </Lines>
      )}
    </Card>
  );
}

export function Views() {
  return (
    <Card title={t('view.title')}>
      <Ready of={useQuery(viewsQuery)}>
        {(views) =>
          views.length === 0 ? (
            <Empty title={t('view.none')} />
          ) : (
            <Lines>
              {views.map(({ id, name, path }) => (
                <li key={id}>
                  <PathLink path={path} className="cut">
                    {name}
                  </PathLink>
                </li>
              ))}
            </Lines>
          )
        }
      </Ready>
    </Card>
  );
}

export function OpenRequests() {
  return (
    <Card
      title={t('card.requests')}
      side={
        <PageButton variant="subtle" size="compact-xs" to="/requests">
          {t('common.all')}
        </PageButton>
      }
    >
      <Ready of={useQuery(requestsQuery('open'))}>
        {(requests) =>
          requests.length === 0 ? (
            <Empty title={t('empty.request')} />
          ) : (
            <Lines>
              {requests.slice(0, shown).map(({ id, requester, comment }) => (
                <li key={id}>
                  <span className="cut">{comment}</span>
                  <Text span size="xs" className="quiet">
                    {requester}
                  </Text>
                </li>
              ))}
            </Lines>
          )
        }
      </Ready>
    </Card>
  );
}

export function ReportCard({ name }: { name: 'growing' | 'unused' }) {
  const report = reports.find((each) => each.name === name);
  return report ? <ReportRows report={report} /> : null;
}

function ReportRows({ report }: { report: (typeof reports)[number] }) {
  const pages = useInfiniteQuery(reportQuery(report, String(report.days ?? '')));
  return (
    <Card
      title={t(report.titleKey)}
      side={
        <PageButton variant="subtle" size="compact-xs" to="/reports" search={{ report: report.name }}>
          {t('common.all')}
        </PageButton>
      }
    >
      <Ready of={pages}>
        {({ pages: [page] }) =>
          !page || page.rows.length === 0 ? (
            <Empty title={t('report.none')}>{t('report.noneRecorded')}</Empty>
          ) : (
            <div className="lines">
              {page.rows.slice(0, shown).map((network) => (
                <NetworkLine key={network.id} network={network} />
              ))}
            </div>
          )
        }
      </Ready>
    </Card>
  );
}

const NetworkLine = ({ network: { id, subnet, mask, description, used, maxhosts } }: { network: AnyRecord }) => (
  <Link to="/subnets/$id" params={{ id: String(id) }} className="row-link overview-line">
    <span className="cut">
      <span className="mono">
        {subnet}/{mask}
      </span>
      <Text span size="xs" className="quiet" ml={8}>
        {description}
      </Text>
    </span>
    <span />
    <UsageBar used={used ?? 0} size={maxhosts ?? 0} />
  </Link>
);
