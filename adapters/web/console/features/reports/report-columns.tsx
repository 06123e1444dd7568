import type { AnyRecord } from '../../api/client';
import { labelOf } from '../../api/kinds';
import { t } from '../../texts/text';
import { PageLink } from '../../ui/page/links';
import { type DataColumn, fieldColumns, textColumn } from '../../ui/tables/data-table';
import { UsageBar } from '../../ui/values/usage-bar';
import { whole } from '../../values/numbers';
import { localDay } from '../../values/time';
import type { ExportColumn } from '../export/files';
import type { Report } from './reports';

const cidrOf = ({ subnet, mask }: AnyRecord): string => `${subnet}/${mask}`;

const network = (): DataColumn<AnyRecord> => ({
  name: 'network',
  title: t('one.subnet'),
  width: 'minmax(150px, 1fr)',
  text: cidrOf,
  cell: (row) => (
    <PageLink to="/subnets/$id" params={{ id: String(row.id) }} inherit className="cut mono">
      {cidrOf(row)}
    </PageLink>
  ),
});

const member = fieldColumns();

const description = () => member('description', 'minmax(110px, 1.4fr)', { look: 'quiet', isMinor: true });

const usage = (): DataColumn<AnyRecord> => ({
  name: 'usage',
  title: labelOf('usage'),
  width: 'minmax(100px, 200px)',
  cell: ({ used, maxhosts }) => <UsageBar used={used ?? 0} size={maxhosts ?? 0} />,
});

const growthText = (growth: unknown): string =>
  growth === null || growth === undefined ? '' : `${Number(growth) > 0 ? '+' : ''}${whole(Number(growth))}`;

const last = ({ name }: Report): DataColumn<AnyRecord> =>
  name === 'unused'
    ? textColumn('unusedSince', t('report.unusedSince'), '120px', {
        text: ({ unusedSince }) => (unusedSince ? localDay(String(unusedSince)) : ''),
      })
    : textColumn('growth', t('report.growth'), '130px', {
        text: ({ growth }) => growthText(growth),
        isMinor: name === 'fullest',
      });

const addressColumns = (): readonly DataColumn<AnyRecord>[] => [
  member('ip', 'minmax(110px, 1fr)', {
    cell: ({ ip, subnetId }) => (
      <PageLink to="/subnets/$id" params={{ id: String(subnetId) }} search={{ find: String(ip) }} inherit className="cut mono">
        {ip}
      </PageLink>
    ),
  }),
  member('hostname', 'minmax(110px, 1.4fr)'),
  description(),
  member('mac', '150px', { look: 'mono', isMinor: true }),
  member('lastSeen', '150px'),
];

export function columnsOf(report: Report): readonly DataColumn<AnyRecord>[] {
  if (report.rows === 'address') return addressColumns();
  const named = [network(), description()];
  return report.rows === 'network' ? named : [...named, usage(), last(report)];
}

/** Columns for a file, with integers and ISO dates. */
export function fileColumnsOf({ rows }: Report): readonly ExportColumn[] {
  const plain = (name: string): ExportColumn => ({ title: name, text: (row) => String(row[name] ?? '') });
  if (rows === 'address') return ['ip', 'hostname', 'description', 'mac', 'lastSeen'].map(plain);
  const named = [{ ...plain('network'), text: cidrOf }, plain('description'), plain('sectionId')];
  return rows === 'network' ? named : [...named, ...['used', 'maxhosts', 'used_percent', 'growth', 'unusedSince'].map(plain)];
}
