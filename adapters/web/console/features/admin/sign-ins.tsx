import { Button, Group, SegmentedControl } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { send } from '../../api/client';
import { Card, Empty, Ready } from '../../ui/page/card';
import { notifyDone } from '../../ui/page/notices';
import { type DataColumn, DataTable } from '../../ui/tables/data-table';
import { FilterInput } from '../../ui/tables/filter-input';
import { Timestamp } from '../../ui/values/timestamp';
import { type Block, blocksQuery, type Entry, historyOfAdministration, type Token, tokensQuery } from './queries';
import { useAdminSearch } from './search';

const tokenColumns: readonly DataColumn<Token>[] = [
  { name: 'user', title: 'User', width: 'minmax(110px, 1.2fr)', text: ({ user }) => user, look: 'strong' },
  { name: 'id', title: 'Token', width: 'minmax(110px, 1fr)', text: ({ id }) => id, look: 'mono', isMinor: true },
  { name: 'expires', title: 'Ends when unused', width: 'minmax(140px, 1fr)', cell: ({ expires }) => <Timestamp at={expires} /> },
  {
    name: 'end',
    title: '',
    width: '60px',
    cell: ({ id, user }) => <Ending path={`admin/tokens/${id}/`} word="End" label={`End ${id} of ${user}`} done="Token ended" />,
  },
];

/** The tokens that are valid, each of which can be ended. */
export function Tokens() {
  const { search, change } = useAdminSearch();
  const tokens = useQuery(tokensQuery);
  const wanted = (search.find ?? '').toLowerCase();
  return (
    <Card
      title="Who is signed in"
      side={<FilterInput value={search.find ?? ''} change={(find) => change({ find: find || undefined })} placeholder="User" />}
    >
      <Ready of={tokens}>
        {(all) => (
          <DataTable
            label="Tokens"
            columns={tokenColumns}
            items={all.filter(({ user, id }) => `${user} ${id}`.toLowerCase().includes(wanted))}
            keyOf={({ id }) => id}
            rowHeight={36}
            empty={<Empty title="No token fits">A token is made when somebody signs in, and ends when it is not used.</Empty>}
          />
        )}
      </Ready>
    </Card>
  );
}

/** Ends something that can be begun anew, so that nobody is asked. */
function Ending({ path, word, label, done }: { path: string; word: string; label: string; done: string }) {
  const end = useMutation({ mutationFn: () => send('DELETE', path), onSuccess: () => notifyDone(done) });
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      color="red"
      loading={end.isPending}
      onClick={() => end.mutate()}
      aria-label={label}
    >
      {word}
    </Button>
  );
}

const verbs: Readonly<Record<string, string>> = {
  add: 'added',
  edit: 'changed',
  delete: 'deleted',
  signIn: 'signed in',
  signInFailed: 'failed to sign in',
  block: 'blocked',
  unblock: 'unblocked',
  rotate: 'replaced',
};

const actionOf = ({ action, kind, name }: Entry): string =>
  `${verbs[action] ?? action} ${action.startsWith('signIn') ? (name ?? '') : `${kind} ${name ?? ''}`}`.trim();

const entryColumns: readonly DataColumn<Entry>[] = [
  { name: 'at', title: 'When', width: '140px', cell: ({ at }) => <Timestamp at={at} /> },
  { name: 'by', title: 'Who', width: 'minmax(90px, 0.8fr)', text: ({ by }) => by ?? '', isMinor: true },
  { name: 'what', title: 'What', width: 'minmax(150px, 1.2fr)', text: actionOf, look: 'strong' },
  { name: 'from', title: 'From', width: 'minmax(110px, 0.8fr)', text: ({ clientAddress }) => clientAddress ?? '', isMinor: true },
  {
    name: 'differences',
    title: 'Differences',
    width: 'minmax(120px, 1.4fr)',
    text: ({ differences }) => differences.join(', '),
    isMinor: true,
  },
];

const signIns = [
  { value: 'all', label: 'All' },
  { value: 'signIns', label: 'Sign-ins' },
];

/** The history of administration and sign-ins. */
export function History() {
  const { search, change } = useAdminSearch();
  const history = useQuery(historyOfAdministration(search.only));
  const wanted = (search.find ?? '').toLowerCase();
  const isWanted = (entry: Entry) =>
    [entry.by, entry.name, entry.clientAddress, entry.kind, entry.action].join(' ').toLowerCase().includes(wanted);
  return (
    <Card
      title="History"
      side={
        <Group gap="xs" wrap="nowrap">
          <SegmentedControl
            size="xs"
            data={signIns}
            value={search.only ?? 'all'}
            onChange={(value) => change({ only: value === 'signIns' ? 'signIns' : undefined })}
            aria-label="What is shown"
          />
          <FilterInput value={search.find ?? ''} change={(find) => change({ find: find || undefined })} w={110} />
        </Group>
      }
    >
      <Ready of={history} lines={10}>
        {(all) => (
          <DataTable
            label="History"
            columns={entryColumns}
            items={all.filter(isWanted)}
            keyOf={(_entry, index) => String(index)}
            rowHeight={32}
            empty={<Empty title="There is no such entry">Who signs in, and what administrators change, stands here.</Empty>}
          />
        )}
      </Ready>
    </Card>
  );
}

const subjectOf = ({ client, users }: Block): string => client ?? (users.join(', ') || 'a name that nobody has');

const blockColumns: readonly DataColumn<Block>[] = [
  { name: 'who', title: 'Who', width: 'minmax(140px, 1.4fr)', text: subjectOf, look: 'strong' },
  { name: 'failures', title: 'Failures', width: '80px', text: ({ failures }) => String(failures), isMinor: true },
  { name: 'until', title: 'Until', width: 'minmax(140px, 1fr)', cell: ({ until }) => <Timestamp at={until} /> },
  {
    name: 'lift',
    title: '',
    width: '60px',
    cell: (block) => (
      <Ending
        path={`admin/blocks/${encodeURIComponent(block.id)}/`}
        word="Lift"
        label={`Lift the block of ${subjectOf(block)}`}
        done="Block lifted"
      />
    ),
  },
];

/** Who may not sign in for a while. */
export function Blocks() {
  const blocks = useQuery(blocksQuery);
  return (
    <Card title="Who may not sign in for a while">
      <Ready of={blocks}>
        {(all) => (
          <DataTable
            label="Blocks"
            columns={blockColumns}
            items={all}
            keyOf={({ id }) => id}
            rowHeight={36}
            empty={
              <Empty title="Nobody is blocked">
                After too many wrong passwords a client, or a user name, has to wait. It stands here then.
              </Empty>
            }
          />
        )}
      </Ready>
    </Card>
  );
}
