import { Group, SegmentedControl, Select, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../../api/client';
import { recordsQuery } from '../../api/queries';
import { Actions } from '../forms/actions';
import { HoldChoice } from '../forms/hold-choice';
import { Given, type Planned, Preview, useTrial } from '../forms/preview';
import { tell } from '../page/telling';
import { closeDialog, type NetworkAt } from './dialogs';
import { anyWish, membersOf, WishFields } from './wish';

/** Takes addresses: the next free ones, or the one that is named. */
export function AddressDialog({ subnet, ip: given }: { subnet: NetworkAt; ip?: string }) {
  const [how, setHow] = useState(given ? 'named' : 'next');
  const [ip, setIp] = useState(given ?? '');
  const [wish, setWish] = useState(anyWish);
  const [values, setValues] = useState({ hostname: '', description: '', mac: '', tag: '2' });
  const { data: tags = [] } = useQuery(recordsQuery('tools/tags'));
  const [hold, setHold] = useState('');
  const { tag, ...texts } = values;
  const sent = {
    ...Object.fromEntries(Object.entries(texts).filter(([name, value]) => name === 'description' || value !== '')),
    ...(hold ? { hold: Number(hold) } : { tag }), // what is held is reserved
  };
  const call: Planned =
    how === 'next'
      ? { method: 'POST', path: `addresses/first_free/${subnet.id}/`, body: { ...sent, ...membersOf(wish) } }
      : { method: 'POST', path: 'addresses/', body: { subnetId: subnet.id, ip: ip.trim(), ...sent } };
  const told = useTrial(how === 'next' || ip.trim() !== '' ? call : undefined);
  const take = useMutation({
    mutationFn: () => send<{ data?: unknown }>(call.method, call.path, call.body),
    onSuccess: ({ data }) => {
      const taken = how === 'named' ? ip.trim() : typeof data === 'string' ? data : '';
      const done = hold ? 'held' : 'taken';
      tell(taken ? `${taken} is ${done}` : `${wish.count} addresses are ${done}`);
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
          <WishFields wish={wish} change={setWish} policies={['lowest', 'highest', 'random']} hasCount />
        ) : (
          <TextInput
            label="Address"
            value={ip}
            onChange={(event) => setIp(event.currentTarget.value)}
            required
            classNames={{ input: 'mono' }}
          />
        )}
        <Preview told={told}>
          {(trial) => (how === 'next' ? <Given trial={trial} /> : <span className="quiet">It is free.</span>)}
        </Preview>
        {text('hostname', 'Host name', 'printer.office.example')}
        {text('description', 'Description', 'Printer in the hall')}
        {text('mac', 'MAC address', '00:11:22:33:44:55')}
        <Group grow align="flex-start">
          <Select
            label="State"
            data={tags.map(({ id, type }) => ({ value: String(id), label: String(type) }))}
            value={hold ? '3' : tag}
            onChange={(chosen) => setValues({ ...values, tag: chosen ?? '2' })}
            allowDeselect={false}
            disabled={hold !== ''}
          />
          <HoldChoice label="Hold it" value={hold} change={setHold} mayStay />
        </Group>
        <Actions
          label={`${hold ? 'Hold' : 'Take'} ${wish.count > 1 && how === 'next' ? `${wish.count} addresses` : 'address'}`}
          busy={take.isPending}
          disabled={told.isRefused}
          call={call}
        />
      </Stack>
    </form>
  );
}
