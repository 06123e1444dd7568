import { Button, Group } from '@mantine/core';
import { PencilIcon, PulseIcon } from '@primer/octicons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type AnyRecord, listAt, send } from '../../api/client';
import type { KindDescription } from '../../api/kinds';
import { subnetQuery } from '../../api/queries';
import { sessionQuery, useRights } from '../../api/session';
import { t, textFor } from '../../texts/text';
import { openDialog } from '../../ui/dialogs/dialogs';
import { DeleteItem, HoldItem, MoreMenu, ReadingItems } from '../../ui/dialogs/more-menu';

interface Properties {
  readonly kind: KindDescription;
  readonly record: AnyRecord;
  readonly name: string;
}

export function RecordActions({ kind, record, name }: Properties) {
  const mayWrite = useMayWrite(kind.name, record);
  const leave = useLeaving(kind.name, record);
  const id = String(record[kind.idName]);
  const path = `${kind.path}/${id}/`;
  return (
    <Group gap={6}>
      <PingButton kind={kind.name} record={record} />
      {mayWrite ? (
        <Button leftSection={<PencilIcon size={14} />} onClick={() => openDialog({ dialog: 'record', kind: kind.name, record })}>
          {t('common.edit')}
        </Button>
      ) : null}
      <MoreMenu width={200}>
        <ReadingItems path={path} changes={{ kind: kind.name, objectId: id }} hasIcons />
        {mayWrite && record.heldUntil ? (
          <HoldItem path={path} name={name} until={String(record.heldUntil)} onDeleted={leave} />
        ) : null}
        {mayWrite ? <DeleteItem path={path} name={name} onDeleted={leave} /> : null}
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

/** Returns a function that opens the list above the page of a deleted record. */
function useLeaving(kind: string, { subnetId }: AnyRecord): () => Promise<void> {
  const navigate = useNavigate();
  return () =>
    kind === 'address' || kind === 'range'
      ? navigate({ to: '/subnets/$id', params: { id: String(subnetId) }, search: {}, replace: true })
      : navigate({ to: '/records/$kind', params: { kind }, search: {}, replace: true });
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
