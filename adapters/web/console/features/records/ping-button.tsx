import { Button } from '@mantine/core';
import { PulseIcon } from '@primer/octicons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type AnyRecord, listAt, send } from '../../api/client';
import { sessionQuery } from '../../api/session';
import { t, textFor } from '../../texts/text';

interface Ping {
  readonly result_code: string;
  readonly message: string;
}

export function PingButton({ kind, record }: { kind: string; record: AnyRecord }) {
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
