import { Group, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../../api/client';
import { recordsQuery } from '../../api/queries';
import { closeDialog, type NetworkAt } from '../dialogs';
import { tell } from '../telling';
import { Actions } from './actions';

/** Takes an address: the next free one, or the one that is named. */
export function AddressDialog({ subnet, ip: given }: { subnet: NetworkAt; ip?: string }) {
  const [how, setHow] = useState(given ? 'named' : 'next');
  const [ip, setIp] = useState(given ?? '');
  const [values, setValues] = useState({ hostname: '', description: '', mac: '', tag: '2' });
  const { data: tags = [] } = useQuery(recordsQuery('tools/tags'));
  const next = useQuery({
    queryKey: ['register', 'subnets', subnet.id, 'first address'],
    queryFn: () => send<{ data: string }>('GET', `subnets/${subnet.id}/first_free/`),
    enabled: how === 'next',
    retry: false,
  });
  const take = useMutation({
    mutationFn: () => {
      const sent = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
      return how === 'next'
        ? send<{ data: string }>('POST', `addresses/first_free/${subnet.id}/`, sent)
        : send<{ data?: string }>('POST', 'addresses/', { subnetId: subnet.id, ip: ip.trim(), ...sent });
    },
    onSuccess: ({ data }) => {
      tell(`${data ?? ip} is taken`);
      closeDialog();
    },
  });
  const text = (name: 'hostname' | 'description' | 'mac', label: string, placeholder: string) => (
    <TextInput
      label={label}
      placeholder={placeholder}
      value={values[name]}
      onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
      {...(name === 'hostname' ? { 'data-autofocus': true } : {})}
    />
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        take.mutate();
      }}
    >
      <Stack gap="sm">
        <SegmentedControl
          size="xs"
          value={how}
          onChange={setHow}
          data={[
            { value: 'next', label: 'Next free one' },
            { value: 'named', label: 'One that I name' },
          ]}
        />
        {how === 'next' ? (
          <Group gap={8}>
            <Text size="sm" className="quiet">
              It will be
            </Text>
            <Text className="mono" fw={600}>
              {next.data?.data ?? (next.error ? next.error.message : '…')}
            </Text>
            <Text size="xs" className="quiet">
              unless somebody else is quicker
            </Text>
          </Group>
        ) : (
          <TextInput
            label="Address"
            value={ip}
            onChange={(event) => setIp(event.currentTarget.value)}
            required
            classNames={{ input: 'mono' }}
          />
        )}
        {text('hostname', 'Host name', 'printer.office.example')}
        {text('description', 'Description', 'Printer in the hall')}
        <Group grow align="flex-start">
          {text('mac', 'MAC address', '00:11:22:33:44:55')}
          <Select
            label="State"
            data={tags.map(({ id, type }) => ({ value: String(id), label: String(type) }))}
            value={values.tag}
            onChange={(tag) => setValues({ ...values, tag: tag ?? '2' })}
            allowDeselect={false}
          />
        </Group>
        <Actions label="Take address" busy={take.isPending} disabled={how === 'next' && next.error !== null} />
      </Stack>
    </form>
  );
}
