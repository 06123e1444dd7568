import { Alert, Group, NumberInput, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { send } from '../../api/client';
import { closeDialog, type NetworkAt } from '../dialogs';
import { tell } from '../telling';
import { Actions } from './actions';

interface Properties {
  readonly sectionId: number;
  readonly master?: NetworkAt;
  readonly cidr?: string;
}

/** Makes a network: the next free one of a size, or the one that is named. */
export function SubnetDialog({ sectionId, master, cidr: given = '' }: Properties) {
  const navigate = useNavigate();
  const [how, setHow] = useState(master && !given ? 'next' : 'named');
  const [cidr, setCidr] = useState(given);
  const [mask, setMask] = useState(master ? usualMask(master) : 24);
  const [description, setDescription] = useState('');
  const next = useQuery({
    queryKey: ['register', 'subnets', master?.id, 'first', mask],
    queryFn: () => send<{ data: string }>('GET', `subnets/${master?.id}/first_subnet/${mask}/`),
    enabled: how === 'next' && master !== undefined,
    retry: false,
  });
  const create = useMutation({
    mutationFn: () => {
      if (how === 'next' && master)
        return send<{ id: number; data: string }>('POST', `subnets/${master.id}/first_subnet/${mask}/`, { description });
      const [subnet = '', length = ''] = cidr.trim().split('/');
      const place = master ? { masterSubnetId: master.id } : {};
      return send<{ id: number; data: string }>('POST', 'subnets/', { subnet, mask: length, sectionId, description, ...place });
    },
    onSuccess: async ({ id, data }) => {
      tell(`Network ${data} is there`);
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
          <Group align="flex-end" grow>
            <NumberInput
              label="Prefix length"
              value={mask}
              onChange={(value) => setMask(Number(value))}
              min={master.mask + 1}
              max={master.subnet.includes(':') ? 128 : 32}
              data-autofocus
            />
            <div>
              <Text size="xs" className="quiet">
                It will be
              </Text>
              <Text className="mono" fw={600} h={30}>
                {next.data?.data ?? (next.error ? '–' : '…')}
              </Text>
            </div>
          </Group>
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
        {how === 'next' && next.error ? (
          <Alert color="orange" p="xs">
            {next.error.message}: there is no room for a /{mask} in {master?.subnet}/{master?.mask}.
          </Alert>
        ) : null}
        <TextInput
          label="Description"
          placeholder="What it is for"
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <Actions label="Create network" busy={create.isPending} disabled={how === 'next' && next.error !== null} />
      </Stack>
    </form>
  );
}

const usualMask = ({ subnet, mask }: NetworkAt): number =>
  subnet.includes(':') ? Math.min(128, Math.max(mask + 1, 64)) : Math.min(32, Math.max(mask + 1, 24));
