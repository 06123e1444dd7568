import { NumberInput, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { send } from '../../api/client';
import { Actions } from '../forms/actions';
import { HoldChoice } from '../forms/hold-choice';
import { Given, type Planned, Preview, useTrial } from '../forms/preview';
import { SectionChoice } from '../forms/section-choice';
import { tell } from '../page/telling';
import { closeDialog, type NetworkAt } from './dialogs';
import { anyWish, membersOf, WishFields } from './wish';

interface Properties {
  readonly sectionId: number;
  readonly master?: NetworkAt;
  readonly cidr?: string;
  /** Whether another section may be chosen. */
  readonly isAnySection?: boolean;
}

const form = /^\s*([0-9a-f:.]+)\/(\d{1,3})\s*$/i;

/** Makes a network: the next free one of a size, or the one that is named. */
export function SubnetDialog({ sectionId: first, master, cidr: given = '', isAnySection = false }: Properties) {
  const navigate = useNavigate();
  const [sectionId, setSection] = useState(first);
  const [how, setHow] = useState(master && !given ? 'next' : 'named');
  const [cidr, setCidr] = useState(given);
  const [mask, setMask] = useState(master ? usualMask(master) : 24);
  const [wish, setWish] = useState(anyWish);
  const [description, setDescription] = useState('');
  const [hold, setHold] = useState('');
  const [, subnet = '', length = ''] = form.exec(cidr) ?? [];
  const path = `subnets/${master?.id}/first_subnet/${mask}/`;
  const place = master ? { masterSubnetId: master.id } : {};
  const held = hold ? { hold: Number(hold) } : {};
  const call: Planned =
    how === 'next' && master
      ? { method: 'POST', path, body: { description, ...membersOf(wish), ...held } }
      : { method: 'POST', path: 'subnets/', body: { subnet, mask: length, sectionId, description, ...place, ...held } };
  const told = useTrial(how === 'next' || subnet !== '' ? call : undefined);
  const create = useMutation({
    mutationFn: () => send<{ id: number; data: string }>(call.method, call.path, call.body),
    onSuccess: async ({ id, data }) => {
      tell(`Network ${data} is ${hold ? 'held' : 'there'}`);
      closeDialog();
      await navigate({ to: '/subnets/$id', params: { id: String(id) } });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
    >
      <Stack gap="sm">
        {master ? (
          <SegmentedControl
            size="xs"
            value={how}
            onChange={setHow}
            data={[
              { value: 'next', label: 'Next free one' },
              { value: 'named', label: 'One that I name' },
            ]}
          />
        ) : null}
        {how === 'next' && master ? (
          <>
            <NumberInput
              label="Prefix length"
              value={mask}
              onChange={(value) => setMask(Number(value))}
              min={master.mask + 1}
              max={master.subnet.includes(':') ? 128 : 32}
              allowDecimal={false}
              allowNegative={false}
              data-autofocus
            />
            <WishFields wish={wish} change={setWish} policies={['lowest', 'highest', 'random', 'best', 'sparse']} />
          </>
        ) : (
          <TextInput
            label="Network"
            placeholder="10.20.0.0/16 or 2001:db8::/48"
            value={cidr}
            onChange={(event) => setCidr(event.currentTarget.value)}
            pattern="\s*[0-9A-Fa-f:.]+/[0-9]{1,3}\s*"
            title="An address, a slash and a prefix length"
            required
            data-autofocus
            classNames={{ input: 'mono' }}
          />
        )}
        {isAnySection ? <SectionChoice value={sectionId} change={setSection} /> : null}
        {how === 'next' || subnet !== '' ? (
          <Preview told={told}>
            {(trial) => (how === 'next' ? <Given trial={trial} /> : <span className="quiet">It is free.</span>)}
          </Preview>
        ) : null}
        <TextInput
          label="Description"
          placeholder="What it is for"
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <HoldChoice label="Hold it" value={hold} change={setHold} mayStay />
        <Actions label={hold ? 'Hold network' : 'Create network'} busy={create.isPending} disabled={told.isRefused} call={call} />
      </Stack>
    </form>
  );
}

const usualMask = ({ subnet, mask }: NetworkAt): number =>
  subnet.includes(':') ? Math.min(128, Math.max(mask + 1, 64)) : Math.min(32, Math.max(mask + 1, 24));
