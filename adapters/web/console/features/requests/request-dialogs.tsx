import { Alert, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { AnyRecord } from '../../api/client';
import { labelOf } from '../../api/kinds';
import { t } from '../../texts/text';
import { openDialog, type RequestTarget } from '../../ui/dialogs/dialogs';
import { HoldChoice, shortest } from '../../ui/forms/allocation-fields';
import { Form, FormActions, useWrite, WriteForm } from '../../ui/forms/form';
import { type DryRunAnswer, type Planned, Preview, useDryRun } from '../../ui/forms/preview';
import { Quiet } from '../../ui/page/page';
import { requestedSpace } from './request-queries';

interface Granted {
  readonly ip?: string;
  readonly subnet?: string;
}

const grantedIn = ({ data }: DryRunAnswer): string =>
  ((data ?? []) as readonly Granted[]).map(({ ip, subnet }) => ip ?? subnet).join(', ');

/** The user can replace the requested address. */
export function AcceptDialog({ request }: RequestTarget) {
  const [ip, setIp] = useState(String(request.ip_addr ?? ''));
  const [comment, setComment] = useState('');
  const call: Planned = {
    method: 'POST',
    path: `requests/${request.id}/accept/`,
    body: { ...(ip === (request.ip_addr ?? '') ? {} : { ip_addr: ip }), ...(comment ? { adminComment: comment } : {}) },
  };
  const dryRun = useDryRun(call);
  const accept = useWrite<DryRunAnswer>(call, { message: (answer) => t('request.accepted', { name: grantedIn(answer) }) });
  return (
    <Form send={accept.mutate}>
      <About request={request} />
      <TextInput
        label={labelOf('ip_addr', 'request')}
        description={t('request.anyHelp')}
        value={ip}
        onChange={(event) => setIp(event.currentTarget.value.trim())}
        data-autofocus
      />
      <AdminComment value={comment} change={setComment} />
      <Preview result={dryRun}>
        {(answer) => (
          <>
            <Quiet>{t('preview.willBe')}</Quiet>
            <Text className="mono" fw={600} style={{ overflowWrap: 'anywhere' }}>
              {grantedIn(answer)}
            </Text>
          </>
        )}
      </Preview>
      <Holding request={request} />
      <FormActions label={t('request.accept')} busy={accept.isPending} disabled={dryRun.isRefused} call={call} />
      <Group justify="flex-end">
        <Button variant="subtle" color="red" size="compact-xs" onClick={() => openDialog({ dialog: 'refuse', request })}>
          {t('request.refuseInstead')}
        </Button>
      </Group>
    </Form>
  );
}

function Holding({ request }: { request: AnyRecord }) {
  const [seconds, setSeconds] = useState(shortest);
  const call: Planned = { method: 'POST', path: `requests/${request.id}/hold/`, body: { hold: Number(seconds) } };
  const hold = useWrite<DryRunAnswer>(call, { message: (answer) => t('request.held', { name: grantedIn(answer) }) });
  return (
    <Group align="flex-end" gap="xs">
      <HoldChoice label={t('request.holdFor')} value={seconds} onChange={setSeconds} />
      <Button variant="default" onClick={() => hold.mutate()} loading={hold.isPending}>
        {t('request.hold')}
      </Button>
    </Group>
  );
}

export function RefuseDialog({ request }: RequestTarget) {
  const [comment, setComment] = useState('');
  const call: Planned = {
    method: 'POST',
    path: `requests/${request.id}/refuse/`,
    body: comment ? { adminComment: comment } : {},
  };
  return (
    <WriteForm call={call} message={() => t('request.refused')} label={t('request.refuse')} color="red">
      <About request={request} />
      <AdminComment value={comment} change={setComment} isFirst />
    </WriteForm>
  );
}

export function WithdrawDialog({ request }: RequestTarget) {
  const call: Planned = { method: 'POST', path: `requests/${request.id}/withdraw/` };
  return (
    <WriteForm call={call} message={() => t('request.withdrawn')} label={t('request.withdraw')} color="red">
      <About request={request} />
    </WriteForm>
  );
}

interface CommentProperties {
  readonly value: string;
  readonly change: (value: string) => void;
  readonly isFirst?: boolean;
}

const AdminComment = ({ value, change, isFirst = false }: CommentProperties) => (
  <Textarea
    label={labelOf('adminComment', 'request')}
    description={t('request.commentHelp')}
    value={value}
    onChange={(event) => change(event.currentTarget.value)}
    autosize
    minRows={1}
    maxRows={6}
    maxLength={2000}
    {...(isFirst ? { 'data-autofocus': true } : {})}
  />
);

const About = ({ request }: { request: AnyRecord }) => (
  <Stack gap={4}>
    <Text size="sm">{t('request.about', { who: request.requester ?? '', space: requestedSpace(request) })}</Text>
    <Alert p="xs" color="gray" variant="light">
      {String(request.comment ?? '')}
    </Alert>
    {request.hostname || request.description ? (
      <Quiet size="xs">{[request.hostname, request.description, request.owner].filter(Boolean).join(' · ')}</Quiet>
    ) : null}
  </Stack>
);
