import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api, type DataOf, dataOf, send } from '../../api/client';
import { sessionQuery } from '../../api/session';
import { t, textFor } from '../../texts/text';
import { proven } from '../../ui/dialogs/proof';
import { Form, SubmitLine } from '../../ui/forms/form';
import { Card, Empty, Quiet, Ready, Warning } from '../../ui/page/page';

const requestQuery = (request: string) =>
  queryOptions({
    queryKey: ['register', 'authorization', request],
    queryFn: () => dataOf(api.GET('/account/authorizations/', { params: { query: { request } } })),
    retry: false,
  });

type Requested = DataOf<ReturnType<typeof requestQuery>>;

export function AuthorizePage() {
  const { request = '' } = useSearch({ from: '/authorize' });
  return (
    <div style={{ maxWidth: 560 }}>
      <Card title={t('oauth.title')}>
        <Ready of={useQuery(requestQuery(request))}>{(requested) => <Consent request={request} requested={requested} />}</Ready>
      </Card>
    </div>
  );
}

function Consent({ request, requested }: { request: string; requested: Requested }) {
  const { scopes } = requested;
  const [chosen, setChosen] = useState(() => scopes.filter(({ isRead }) => Number(isRead) === 1).map(({ scope }) => scope));
  const answer = useMutation({
    mutationFn: (allow: 0 | 1) => {
      const decision = { request, allow, scopes: allow ? chosen : [] };
      return proven(() => send<{ data: { url: string } }>('POST', 'account/authorizations/', decision));
    },
    onSuccess: ({ data }) => window.location.assign(data.url), // a page of the client
  });
  if (answer.isSuccess) return <Empty title={t('oauth.done')} />;
  return (
    <div style={{ padding: 14 }}>
      <Form send={() => answer.mutate(1)}>
        <Program requested={requested} />
        <Checkbox.Group label={t('oauth.scopes')} value={chosen} onChange={setChosen}>
          <Stack gap={6} mt={6}>
            {scopes.map(({ scope }) => (
              <Checkbox key={scope} value={scope} label={textFor(`oauth.scope.${scope}`, scope)} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Quiet>{t('oauth.validity')}</Quiet>
        <SubmitLine label={t('oauth.allow')} busy={answer.isPending} disabled={chosen.length === 0}>
          <Button variant="default" disabled={answer.isPending} onClick={() => answer.mutate(0)}>
            {t('oauth.deny')}
          </Button>
        </SubmitLine>
      </Form>
    </div>
  );
}

/** The client, the host that identifies it, and the receiver of the access. The name is chosen by the client, the hosts are reliable. */
function Program({ requested }: { requested: Requested }) {
  const { client, clientHost, receiver, isLocal } = requested;
  const { data: session } = useQuery(sessionQuery);
  return (
    <Stack gap={4}>
      <Text fw={600}>{t('oauth.request', { client })}</Text>
      {clientHost === null ? null : (
        <Text fw={700} size="lg">
          {t('oauth.identity', { host: clientHost })}
        </Text>
      )}
      <Text size="sm">{t('oauth.receiver', { receiver })}</Text>
      {Number(isLocal) === 1 ? <Warning p="xs">{t('oauth.local')}</Warning> : null}
      <Text size="sm">{t('oauth.user', { user: session?.user?.username ?? '' })}</Text>
    </Stack>
  );
}
