import { Group, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { labelOf } from '../../api/kinds';
import { rangesQuery, useTags } from '../../api/queries';
import { t } from '../../texts/text';
import type { Dialogs, NetworkAt } from '../../ui/dialogs/dialogs';
import {
  AllocationFields,
  type AllocationOptions,
  defaultAllocation,
  HoldChoice,
  membersOf,
  type PickMode,
  PickModeInput,
  PickResult,
} from '../../ui/forms/allocation-fields';
import { KindText } from '../../ui/forms/field';
import { useDraft, WriteForm } from '../../ui/forms/form';
import { type Planned, useDryRun } from '../../ui/forms/preview';

interface Draft {
  readonly how: PickMode;
  readonly ip: string;
  readonly allocation: AllocationOptions;
  readonly hostname: string;
  readonly description: string;
  readonly mac: string;
  readonly tag: string;
  /** Seconds; empty for no hold. */
  readonly hold: string;
}

const empty: Draft = {
  how: 'next',
  ip: '',
  allocation: defaultAllocation,
  hostname: '',
  description: '',
  mac: '',
  tag: '2',
  hold: '',
};

export function AddressDialog({ subnet, ip }: Dialogs['address']) {
  const { values: draft, set, field, text } = useDraft<Draft>(ip ? { ...empty, how: 'named', ip } : empty);
  const call = callOf(draft, subnet);
  const tags = useTags();
  const { data: ranges = [] } = useQuery(rangesQuery(subnet.id));
  const result = useDryRun(draft.how === 'next' || draft.ip.trim() !== '' ? call : undefined);
  return (
    <WriteForm<{ data?: unknown }>
      call={call}
      message={({ data }) => outcomeOf(draft, data)}
      label={submitLabel(draft)}
      disabled={result.isRefused}
    >
      <PickModeInput {...field('how')} />
      {draft.how === 'next' ? (
        <AllocationFields
          {...field('allocation')}
          policies={['lowest', 'highest', 'random']}
          ranges={ranges.flatMap(({ name, allocation }) => (allocation === 'never' ? [] : [String(name)]))}
          hasCount
        />
      ) : (
        <TextInput label={labelOf('ip')} {...text('ip')} required classNames={{ input: 'mono' }} />
      )}
      <PickResult how={draft.how} result={result} />
      <KindText
        kind="address"
        name="hostname"
        placeholder={t('address.examples.hostname')}
        {...text('hostname')}
        data-autofocus
      />
      <KindText kind="address" name="description" placeholder={t('address.examples.description')} {...text('description')} />
      <TextInput label={labelOf('mac')} placeholder="00:11:22:33:44:55" {...text('mac')} />
      <Group grow gap="xs" align="flex-start">
        <Select
          label={labelOf('tag')}
          data={tags.map(({ id, type }) => ({ value: String(id), label: String(type) }))}
          value={draft.hold ? '3' : draft.tag}
          onChange={(tag) => set({ ...draft, tag: tag ?? '2' })}
          allowDeselect={false}
          disabled={draft.hold !== ''}
        />
        <HoldChoice label={t('hold.choice')} {...field('hold')} mayStay />
      </Group>
    </WriteForm>
  );
}

function callOf({ how, ip, allocation, hostname, description, mac, tag, hold }: Draft, subnet: NetworkAt): Planned {
  const sent = {
    ...(hostname ? { hostname } : {}),
    description,
    ...(mac ? { mac } : {}),
    ...(hold ? { hold: Number(hold) } : { tag }), // an address on hold is reserved
  };
  return how === 'next'
    ? { method: 'POST', path: `addresses/first_free/${subnet.id}/`, body: { ...sent, ...membersOf(allocation) } }
    : { method: 'POST', path: 'addresses/', body: { subnetId: subnet.id, ip: ip.trim(), ...sent } };
}

function outcomeOf({ how, ip, allocation, hold }: Draft, data: unknown): string {
  const taken = how === 'named' ? ip.trim() : typeof data === 'string' ? data : '';
  if (taken) return t(hold ? 'address.held' : 'address.added', { ip: taken });
  return t(hold ? 'address.heldMany' : 'address.addedMany', { n: allocation.count });
}

const submitLabel = ({ how, allocation, hold }: Draft): string =>
  t(hold ? 'address.hold' : 'address.add', { n: how === 'next' ? allocation.count : 1 });
