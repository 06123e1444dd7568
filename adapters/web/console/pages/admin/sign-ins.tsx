import { Button, Group, SegmentedControl, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { send } from '../../api/client';
import { Card, Empty, Failure, Loading } from '../../parts/card';
import { tell } from '../../parts/telling';
import { VirtualRows } from '../../parts/virtual-rows';
import { blocksQuery, historyOfAdministration, tokensQuery } from './queries';
import { useAdminSearch } from './search';

/** The tokens that are valid, each of which can be ended. */
export function Tokens() {
  const { search, change } = useAdminSearch();
  const { data, error, refetch } = useQuery(tokensQuery);
  const wanted = (search.find ?? '').toLowerCase();
  const shown = (data ?? []).filter(({ user, id }) => `${user} ${id}`.toLowerCase().includes(wanted));
  const template = 'minmax(110px, 1.2fr) minmax(110px, 1fr) minmax(150px, 1fr) 70px';
  return (
    <Card
      title="Who is signed in"
      side={
        <TextInput
          size="xs"
          aria-label="Filter"
          placeholder="User"
          w={140}
          leftSection={<IconSearch size={14} />}
          value={search.find ?? ''}
          onChange={(event) => change({ find: event.currentTarget.value || undefined })}
        />
      }
    >
      {error ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading />
      ) : shown.length === 0 ? (
        <Empty title="No token fits">A token is made when somebody signs in, and ends when it is not used.</Empty>
      ) : (
        <VirtualRows
          count={shown.length}
          rowHeight={36}
          label="Tokens"
          width={480}
          head={
            <div className="table-head" style={{ gridTemplateColumns: template }}>
              <span>User</span>
              <span>Token</span>
              <span>Ends when unused</span>
              <span />
            </div>
          }
          row={(index) => {
            const token = shown[index];
            return token ? (
              <div className="record-line" style={{ gridTemplateColumns: template }}>
                <span className="cut strong">{token.user}</span>
                <span className="cut mono">{token.id}</span>
                <span className="cut">{token.expires}</span>
                <Ending
                  path={`admin/tokens/${token.id}/`}
                  word="End"
                  label={`End ${token.id} of ${token.user}`}
                  done="Token ended"
                />
              </div>
            ) : null;
          }}
        />
      )}
    </Card>
  );
}

/** Ends something that can be begun anew, so that nobody is asked. */
function Ending({ path, word, label, done }: { path: string; word: string; label: string; done: string }) {
  const end = useMutation({ mutationFn: () => send('DELETE', path), onSuccess: () => tell(done) });
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
};

/** The history of administration and sign-ins. */
export function History() {
  const { search, change } = useAdminSearch();
  const { data, error, refetch } = useQuery(historyOfAdministration(search.only));
  const wanted = (search.find ?? '').toLowerCase();
  const shown = (data ?? []).filter((entry) =>
    [entry.by, entry.name, entry.clientAddress, entry.kind, entry.action].join(' ').toLowerCase().includes(wanted),
  );
  const template = '150px minmax(110px, 0.8fr) minmax(150px, 1.2fr) minmax(110px, 0.8fr) minmax(120px, 1.4fr)';
  return (
    <Card
      title="History"
      side={
        <Group gap="xs" wrap="nowrap">
          <SegmentedControl
            size="xs"
            data={[
              { value: 'all', label: 'All' },
              { value: 'signIns', label: 'Sign-ins' },
            ]}
            value={search.only ?? 'all'}
            onChange={(value) => change({ only: value === 'signIns' ? 'signIns' : undefined })}
            aria-label="What is shown"
          />
          <TextInput
            size="xs"
            aria-label="Filter"
            placeholder="Filter"
            w={110}
            value={search.find ?? ''}
            onChange={(event) => change({ find: event.currentTarget.value || undefined })}
          />
        </Group>
      }
    >
      {error ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading lines={10} />
      ) : shown.length === 0 ? (
        <Empty title="There is no such entry">Who signs in, and what administrators change, stands here.</Empty>
      ) : (
        <VirtualRows
          count={shown.length}
          rowHeight={32}
          label="History"
          width={760}
          head={
            <div className="table-head" style={{ gridTemplateColumns: template }}>
              <span>When</span>
              <span>Who</span>
              <span>What</span>
              <span>From</span>
              <span>Differences</span>
            </div>
          }
          row={(index) => {
            const entry = shown[index];
            return entry ? (
              <div className="record-line" style={{ gridTemplateColumns: template }}>
                <span className="cut">{entry.at}</span>
                <span className="cut">{entry.by}</span>
                <span className="cut strong">
                  {verbs[entry.action] ?? entry.action}{' '}
                  {entry.action.startsWith('signIn') ? entry.name : `${entry.kind} ${entry.name ?? ''}`}
                </span>
                <span className="cut">{entry.clientAddress}</span>
                <span className="cut" title={entry.differences.join('\n')}>
                  {entry.differences.join(', ')}
                </span>
              </div>
            ) : null;
          }}
        />
      )}
    </Card>
  );
}

/** Who may not sign in for a while. */
export function Blocks() {
  const { data, error, refetch } = useQuery(blocksQuery);
  const template = 'minmax(140px, 1.4fr) 80px minmax(150px, 1fr) 70px';
  return (
    <Card title="Who may not sign in for a while">
      {error ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading />
      ) : data.length === 0 ? (
        <Empty title="Nobody is blocked">
          After too many wrong passwords a client, or a user name, has to wait. It stands here then.
        </Empty>
      ) : (
        <VirtualRows
          count={data.length}
          rowHeight={36}
          label="Blocks"
          width={480}
          head={
            <div className="table-head" style={{ gridTemplateColumns: template }}>
              <span>Who</span>
              <span>Failures</span>
              <span>Until</span>
              <span />
            </div>
          }
          row={(index) => {
            const block = data[index];
            const who = block?.client ?? (block?.users.join(', ') || 'a name that nobody has');
            return block ? (
              <div className="record-line" style={{ gridTemplateColumns: template }}>
                <span className="cut strong">{who}</span>
                <span>{block.failures}</span>
                <span className="cut">{block.until}</span>
                <Ending
                  path={`admin/blocks/${encodeURIComponent(block.id)}/`}
                  word="Lift"
                  label={`Lift the block of ${who}`}
                  done="Block lifted"
                />
              </div>
            ) : null;
          }}
        />
      )}
    </Card>
  );
}
