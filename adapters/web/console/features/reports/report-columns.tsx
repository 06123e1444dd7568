import type { AnyRecord } from '../../api/client';
import { labelOf } from '../../api/kinds';
import { t } from '../../texts/text';
import { PageLink } from '../../ui/page/links';
import type { DataColumn } from '../../ui/tables/data-table';
import { UsageBar } from '../../ui/values/usage-bar';
import { whole } from '../../values/numbers';
import type { ExportColumn } from '../export/csv-text';
import { dayText } from '../trends/days';
import type { Report } from './reports';

const cidrOf = ({ subnet, mask }: AnyRecord): string => `${subnet}/${mask}`;

const network: DataColumn<AnyRecord> = {
  name: 'network',
  title: null,
  width: 'minmax(150px, 1fr)',
  text: cidrOf,
  cell: (row) => (
    <PageLink to="/subnets/$id" params={{ id: String(row.id) }} inherit className="cut mono">
      {cidrOf(row)}
    </PageLink>
  ),
};

const description: DataColumn<AnyRecord> = {
  name: 'description',
  title: null,
  width: 'minmax(110px, 1.4fr)',
  look: 'quiet',
  text: (row) => String(row.description ?? ''),
  isMinor: true,
};

const usage: DataColumn<AnyRecord> = {
  name: 'usage',
  title: null,
  width: 'minmax(100px, 200px)',
  cell: ({ used, maxhosts }) => <UsageBar used={used ?? 0} size={maxhosts ?? 0} />,
};

const growthText = (growth: unknown): string =>
  growth === null || growth === undefined ? '' : `${Number(growth) > 0 ? '+' : ''}${whole(Number(growth))}`;

const last = (report: Report): DataColumn<AnyRecord> =>
  report.name === 'unused'
    ? {
        name: 'unusedSince',
        title: t('report.unusedSince'),
        width: '120px',
        text: ({ unusedSince }) => (unusedSince ? dayText(String(unusedSince)) : ''),
      }
    : {
        name: 'growth',
        title: t('report.growth'),
        width: '130px',
        text: ({ growth }) => growthText(growth),
        isMinor: report.name === 'fullest',
      };

const addressColumns = (): readonly DataColumn<AnyRecord>[] => [
  {
    name: 'ip',
    title: labelOf('ip'),
    width: 'minmax(110px, 1fr)',
    text: ({ ip }) => String(ip),
    cell: ({ ip, subnetId }) => (
      <PageLink to="/subnets/$id" params={{ id: String(subnetId) }} search={{ find: String(ip) }} inherit className="cut mono">
        {ip}
      </PageLink>
    ),
  },
  { name: 'hostname', title: labelOf('hostname'), width: 'minmax(110px, 1.4fr)', text: ({ hostname }) => String(hostname ?? '') },
  { ...description, title: labelOf('description') },
  { name: 'mac', title: labelOf('mac'), width: '150px', look: 'mono', text: ({ mac }) => String(mac ?? ''), isMinor: true },
  { name: 'lastSeen', title: labelOf('lastSeen'), width: '150px', text: ({ lastSeen }) => String(lastSeen ?? '') },
];

export function columnsOf(report: Report): readonly DataColumn<AnyRecord>[] {
  if (report.rows === 'address') return addressColumns();
  const named = [
    { ...network, title: t('one.subnet') },
    { ...description, title: labelOf('description') },
  ];
  if (report.rows === 'network') return named;
  return [...named, { ...usage, title: labelOf('usage') }, last(report)];
}

/** Columns for a file, with integers and ISO dates. */
export function fileColumnsOf({ rows }: Report): readonly ExportColumn[] {
  const plain = (name: string): ExportColumn => ({ title: name, text: (row) => String(row[name] ?? '') });
  if (rows === 'address') return ['ip', 'hostname', 'description', 'mac', 'lastSeen'].map(plain);
  const named = [{ ...plain('network'), text: cidrOf }, plain('description'), plain('sectionId')];
  return rows === 'network' ? named : [...named, ...['used', 'maxhosts', 'used_percent', 'growth', 'unusedSince'].map(plain)];
}
