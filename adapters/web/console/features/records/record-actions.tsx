import { Button, Group, Menu } from '@mantine/core';
import { CopyIcon, HistoryIcon, PencilIcon, PulseIcon } from '@primer/octicons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { asCurl } from '../../api/calls';
import { type AnyRecord, listAt, send } from '../../api/client';
import type { KindDescription } from '../../api/kinds';
import { subnetQuery } from '../../api/queries';
import { sessionQuery, useRights } from '../../api/session';
import { t, textFor } from '../../texts/text';
import { openDialog } from '../../ui/dialogs/dialogs';
import { PageItem } from '../../ui/page/links';
import { MoreMenu } from '../../ui/page/more-menu';
import { copy } from '../../ui/page/notices';

interface Properties {
  readonly kind: KindDescription;
  readonly record: AnyRecord;
  readonly name: string;
}

export function RecordActions({ kind, record, name }: Properties) {
  const mayWrite = useMayWrite(kind.name, record);
  const remove = useRemoval({ kind, record, name });
  const id = String(record[kind.idName]);
  return (
    <Group gap={6}>
      <PingButton kind={kind.name} record={record} />
      {mayWrite ? (
        <Button leftSection={<PencilIcon size={14} />} onClick={() => openDialog({ dialog: 'record', kind: kind.name, record })}>
          {t('common.edit')}
        </Button>
      ) : null}
      <MoreMenu width={200}>
        <PageItem to="/changes" search={{ kind: kind.name, objectId: id }} leftSection={<HistoryIcon size={16} />}>
          {t('common.history')}
        </PageItem>
        <Menu.Item
          leftSection={<CopyIcon size={16} />}
          onClick={() => void copy(asCurl({ method: 'GET', path: `${kind.path}/${id}/` }))}
        >
          {t('common.copyCall')}
        </Menu.Item>
        {mayWrite && record.heldUntil ? (
          <Menu.Item
            onClick={() =>
              openDialog({
                dialog: 'hold',
                path: `${kind.path}/${id}/`,
                name,
                until: String(record.heldUntil),
                onDeleted: remove.leave,
              })
            }
          >
            {t('address.actions.hold')}
          </Menu.Item>
        ) : null}
        {mayWrite ? (
          <Menu.Item color="red" onClick={remove.ask}>
            {t('common.delete')}
          </Menu.Item>
        ) : null}
      </MoreMenu>
    </Group>
  );
}

/** Records of a subnet have the permission level of the subnet, others that of their kind. */
function useMayWrite(kind: string, { subnetId }: AnyRecord): boolean {
  const rights = useRights();
  const isWithin = kind === 'address' || kind === 'range';
  const { data: subnet } = useQuery({ ...subnetQuery(Number(subnetId)), enabled: isWithin });
  return isWithin ? rights.level(subnet?.permissions) >= (kind === 'range' ? 3 : 2) : rights.writes(kind);
}

function useRemoval({ kind, record, name }: Properties) {
  const navigate = useNavigate();
  const { subnetId } = record;
  const leave = () =>
    kind.name === 'address' || kind.name === 'range'
      ? navigate({ to: '/subnets/$id', params: { id: String(subnetId) }, search: {}, replace: true })
      : navigate({ to: '/records/$kind', params: { kind: kind.name }, search: {}, replace: true });
  const ask = () => openDialog({ dialog: 'delete', path: `${kind.path}/${record[kind.idName]}/`, name, onDeleted: leave });
  return { ask, leave };
}

interface Ping {
  readonly result_code: string;
  readonly message: string;
}

function PingButton({ kind, record }: { kind: string; record: AnyRecord }) {
  const { data: session } = useQuery(sessionQuery);
  const address = useAddressId(kind, record, session?.scans === true);
  const ping = useMutation({
    meta: { failed: t('ping.failed') },
    mutationFn: async () => (await send<{ data: Ping }>('GET', `addresses/${address}/ping/`)).data,
  });
  if (!session?.scans || address === undefined) return null;
  const result = ping.data;
  return (
    <>
      {result ? (
        <span className="state" role="status" data-good={result.result_code === 'SUCCESS' || undefined}>
          {textFor(`ping.${result.result_code}`, result.message)}
        </span>
      ) : null}
      <Button variant="default" leftSection={<PulseIcon size={14} />} loading={ping.isPending} onClick={() => ping.mutate()}>
        {t('ping.ping')}
      </Button>
    </>
  );
}

function useAddressId(kind: string, { id, ip }: AnyRecord, isOn: boolean): string | undefined {
  const isDevice = kind === 'device' && Boolean(ip);
  const { data = [] } = useQuery({
    queryKey: ['register', 'addresses', 'of ip', ip],
    queryFn: () => listAt(`addresses/?links=false&limit=1&fields=id&filter[ip]=${encodeURIComponent(String(ip))}`),
    enabled: isDevice && isOn,
    retry: false,
  });
  if (kind === 'address') return String(id);
  return data[0] === undefined ? undefined : String(data[0].id);
}
