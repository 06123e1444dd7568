import { Group, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { labelOf } from '../../api/kinds';
import { t, textFor } from '../../texts/text';
import { EndButton } from '../../ui/forms/end-button';
import { Card, Empty, Ready } from '../../ui/page/card';
import { type DataColumn, DataTable } from '../../ui/tables/data-table';
import { FilterInput } from '../../ui/tables/search-input';
import { clientText } from '../../ui/values/client';
import { Timestamp } from '../../ui/values/timestamp';
import { customFieldName } from './custom-field-name';
import { type Block, blocksQuery, type Entry, historyOfAdministration, type Token, tokensQuery } from './queries';
import { useAdminSearch } from './search';

/** A sign-in method may have two parts: `password+totp`. */
const methodName = (method: string): string =>
  method
    .split('+')
    .map((each) => textFor(`value.method.${each}`, each))
    .join(' + ');

const tokenColumns = (): readonly DataColumn<Token>[] => [
  { name: 'user', title: t('one.user'), width: 'minmax(90px, 1.2fr)', text: ({ user }) => user, look: 'strong' },
  { name: 'id', title: t('one.token'), width: 'minmax(96px, 1fr)', text: ({ id }) => id, look: 'mono', isMinor: true },
  {
    name: 'method',
    title: t('sessions.method'),
    width: 'minmax(80px, 0.8fr)',
    text: ({ method }) => methodName(method ?? ''),
    isMinor: true,
  },
  {
    name: 'client',
    title: t('sessions.client'),
    width: 'minmax(100px, 1.6fr)',
    text: clientText,
    isMinor: true,
  },
  {
    name: 'lastUsed',
    title: t('keys.lastUsed'),
    width: '130px',
    cell: ({ lastUsed }) => <Timestamp at={lastUsed} isAgo />,
    isMinor: true,
  },
  { name: 'expires', title: t('tokens.expires'), width: '130px', cell: ({ expires }) => <Timestamp at={expires} isAgo /> },
  {
    name: 'end',
    title: '',
    width: '76px',
    cell: ({ id, user }) => (
      <EndButton
        path={`admin/tokens/${id}/`}
        word={t('tokens.end')}
        label={t('tokens.endOf', { id, user })}
        done={t('tokens.ended')}
      />
    ),
  },
];

export function Tokens() {
  const { search, change } = useAdminSearch();
  const tokens = useQuery(tokensQuery);
  const searchText = (search.find ?? '').toLowerCase();
  return (
    <Card
      title={t('tokens.title')}
      side={<FilterInput value={search.find ?? ''} change={(find) => change({ find: find || undefined })} />}
    >
      <Ready of={tokens}>
        {(all) => (
          <DataTable
            label={t('admin.tokens')}
            columns={tokenColumns()}
            items={all.filter(({ user, id }) => `${user} ${id}`.toLowerCase().includes(searchText))}
            keyOf={({ id }) => id}
            rowHeight={36}
            empty={<Empty title={t('tokens.none')}>{t('tokens.noneHelp')}</Empty>}
          />
        )}
      </Ready>
    </Card>
  );
}

function actionOf({ action, kind, name }: Entry): string {
  if (action === 'signIn' || action === 'signInFailed') return t(`audit.${action}`, { name: name ?? '' });
  return t('audit.other', {
    kind: textFor(`one.${kind}`, kind),
    name: kind === 'customField' ? customFieldName(name ?? '') : (name ?? ''),
    verb: textFor(`verb.${action}`, action),
  });
}

/** Formats the changed fields, which the service prints as `[field]: old => new`. */
const detailsOf = ({ kind, differences }: Entry): string =>
  differences
    .map((each) => {
      const [, name, before = '', after = ''] = /^\[([^\]]+)\]: (.*?) ?=> (.*)$/s.exec(each) ?? [];
      if (name === undefined) return each;
      const print = (value: string) => (name === 'method' ? methodName(value) : textFor(`value.${name}.${value}`, value));
      return `${labelOf(name, kind)}: ${before ? `${print(before)} → ` : ''}${print(after)}`;
    })
    .join(', ');

/** The console is not in the list of applications. */
const appName = ({ app }: Entry): string => (app === 'console' ? t('audit.console') : (app ?? ''));

const entryColumns = (): readonly DataColumn<Entry>[] => [
  { name: 'at', title: t('column.time'), width: '160px', cell: ({ at }) => <Timestamp at={at} /> },
  { name: 'by', title: t('column.user'), width: 'minmax(80px, 0.7fr)', text: ({ by }) => by ?? '', isMinor: true },
  { name: 'app', title: t('one.app'), width: 'minmax(84px, 0.4fr)', text: appName, isMinor: true },
  { name: 'what', title: t('column.action'), width: 'minmax(130px, 3fr)', text: actionOf, look: 'strong wrapped' },
  {
    name: 'from',
    title: t('column.from'),
    width: 'minmax(96px, 0.6fr)',
    text: ({ clientAddress }) => clientAddress ?? '',
    isMinor: true,
  },
  {
    name: 'differences',
    title: t('column.details'),
    width: 'minmax(110px, 1.4fr)',
    text: detailsOf,
    look: 'wrapped',
    isMinor: true,
  },
];

const shownEntries = () => [
  { value: 'all', label: t('common.all') },
  { value: 'signIns', label: t('audit.signIns') },
];

export function History() {
  const { search, change } = useAdminSearch();
  const history = useQuery(historyOfAdministration(search.only));
  const searchText = (search.find ?? '').toLowerCase();
  const isRequested = (entry: Entry) =>
    [entry.by, entry.app, entry.clientAddress, actionOf(entry)].join(' ').toLowerCase().includes(searchText);
  return (
    <Card
      title={t('admin.history')}
      side={
        <Group gap="xs" wrap="nowrap">
          <SegmentedControl
            size="xs"
            data={shownEntries()}
            value={search.only ?? 'all'}
            onChange={(value) => change({ only: value === 'signIns' ? 'signIns' : undefined })}
            aria-label={t('audit.shown')}
          />
          <FilterInput value={search.find ?? ''} change={(find) => change({ find: find || undefined })} />
        </Group>
      }
    >
      <Ready of={history} lines={10}>
        {(all) => (
          <DataTable
            label={t('admin.history')}
            columns={entryColumns()}
            items={all.filter(isRequested)}
            keyOf={(_entry, index) => String(index)}
            rowHeight={40}
            empty={<Empty title={t('audit.none')}>{t('audit.noneHelp')}</Empty>}
          />
        )}
      </Ready>
    </Card>
  );
}

const subjectOf = ({ client, users }: Block): string => client ?? (users.join(', ') || t('blocks.unknownUser'));

const blockColumns = (): readonly DataColumn<Block>[] => [
  { name: 'who', title: t('blocks.subject'), width: 'minmax(140px, 1.4fr)', text: subjectOf, look: 'strong' },
  { name: 'failures', title: t('blocks.failures'), width: '110px', text: ({ failures }) => String(failures), isMinor: true },
  { name: 'until', title: t('blocks.until'), width: 'minmax(140px, 1fr)', cell: ({ until }) => <Timestamp at={until} /> },
  {
    name: 'lift',
    title: '',
    width: '96px',
    cell: (block) => (
      <EndButton
        path={`admin/blocks/${encodeURIComponent(block.id)}/`}
        word={t('blocks.lift')}
        label={t('blocks.liftOf', { name: subjectOf(block) })}
        done={t('blocks.lifted')}
      />
    ),
  },
];

export function Blocks() {
  const blocks = useQuery(blocksQuery);
  return (
    <Card title={t('blocks.title')}>
      <Ready of={blocks}>
        {(all) => (
          <DataTable
            label={t('blocks.title')}
            columns={blockColumns()}
            items={all}
            keyOf={({ id }) => id}
            rowHeight={36}
            empty={<Empty title={t('blocks.none')}>{t('blocks.noneHelp')}</Empty>}
          />
        )}
      </Ready>
    </Card>
  );
}
