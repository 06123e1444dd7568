import { Group, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { labelOf } from '../../api/kinds';
import { t, textFor } from '../../texts/text';
import { EndButton } from '../../ui/forms/form';
import { Empty } from '../../ui/page/page';
import { type DataColumn, TableCard, textColumn, timeColumn } from '../../ui/tables/data-table';
import { clientText } from '../../ui/values/client';
import { type Block, blocksQuery, type Entry, historyOfAdministration, type Token, tokensQuery } from './queries';
import { customFieldName } from './resources/resources';
import { useAdminSearch, useFilter } from './search';

/** A sign-in method may have two parts: `password+totp`. */
const methodName = (method: string): string =>
  method
    .split('+')
    .map((each) => textFor(`value.method.${each}`, each))
    .join(' + ');

const tokenColumns = (): readonly DataColumn<Token>[] => [
  textColumn('user', t('one.user'), 'minmax(90px, 1.2fr)', { look: 'strong' }),
  textColumn('id', t('one.token'), 'minmax(96px, 1fr)', { look: 'mono', isMinor: true }),
  textColumn('method', t('sessions.method'), 'minmax(80px, 0.8fr)', { text: methodOf, isMinor: true }),
  { name: 'client', title: t('sessions.client'), width: 'minmax(100px, 1.6fr)', text: clientText, isMinor: true },
  timeColumn('lastUsed', t('keys.lastUsed'), '130px', { isAgo: true, isMinor: true }),
  timeColumn('expires', t('tokens.expires'), '130px', { isAgo: true }),
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

const methodOf = ({ method }: Token): string => methodName(method ?? '');

export function Tokens() {
  const { filter, includes } = useFilter();
  return (
    <TableCard
      title={t('tokens.title')}
      label={t('admin.tokens')}
      side={filter}
      of={useQuery(tokensQuery)}
      columns={tokenColumns()}
      isShown={({ user, id }) => includes(`${user} ${id}`)}
      keyOf={({ id }) => id}
      rowHeight={36}
      empty={<Empty title={t('tokens.none')}>{t('tokens.noneHelp')}</Empty>}
    />
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
  timeColumn('at', t('column.time'), '160px'),
  textColumn('by', t('column.user'), 'minmax(80px, 0.7fr)', { isMinor: true }),
  textColumn('app', t('one.app'), 'minmax(84px, 0.4fr)', { text: appName, isMinor: true }),
  { name: 'what', title: t('column.action'), width: 'minmax(130px, 3fr)', text: actionOf, look: 'strong wrapped' },
  textColumn('clientAddress', t('column.from'), 'minmax(96px, 0.6fr)', { isMinor: true }),
  textColumn('differences', t('column.details'), 'minmax(110px, 1.4fr)', { text: detailsOf, look: 'wrapped', isMinor: true }),
];

const shownEntries = () => [
  { value: 'all', label: t('common.all') },
  { value: 'signIns', label: t('audit.signIns') },
];

export function History() {
  const { search, change } = useAdminSearch();
  const { filter, includes } = useFilter();
  return (
    <TableCard
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
          {filter}
        </Group>
      }
      of={useQuery(historyOfAdministration(search.only))}
      lines={10}
      columns={entryColumns()}
      isShown={(entry) => includes([entry.by, entry.app, entry.clientAddress, actionOf(entry)].join(' '))}
      keyOf={(_entry, index) => String(index)}
      rowHeight={40}
      empty={<Empty title={t('audit.none')}>{t('audit.noneHelp')}</Empty>}
    />
  );
}

const subjectOf = ({ client, users }: Block): string => client ?? (users.join(', ') || t('blocks.unknownUser'));

const blockColumns = (): readonly DataColumn<Block>[] => [
  { name: 'who', title: t('blocks.subject'), width: 'minmax(140px, 1.4fr)', text: subjectOf, look: 'strong' },
  textColumn('failures', t('blocks.failures'), '110px', { isMinor: true }),
  timeColumn('until', t('blocks.until'), 'minmax(140px, 1fr)'),
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

export const Blocks = () => (
  <TableCard
    title={t('blocks.title')}
    of={useQuery(blocksQuery)}
    columns={blockColumns()}
    keyOf={({ id }) => id}
    rowHeight={36}
    empty={<Empty title={t('blocks.none')}>{t('blocks.noneHelp')}</Empty>}
  />
);
