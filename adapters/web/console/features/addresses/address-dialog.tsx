import { Group, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnyRecord } from '../../api/client';
import { labelOf } from '../../api/kinds';
import { rangesQuery, recordsQuery } from '../../api/queries';
import { useRights } from '../../api/session';
import { t } from '../../texts/text';
import type { NetworkAt } from '../../ui/dialogs/dialogs';
import {
  AllocationFields,
  type AllocationOptions,
  defaultAllocation,
  membersOf,
  type PickMode,
  PickModeInput,
  PickResult,
} from '../../ui/forms/allocation-fields';
import { HoldChoice } from '../../ui/forms/hold-choice';
import { KindText } from '../../ui/forms/limited-text';
import { type Planned, useDryRun } from '../../ui/forms/preview';
import { WriteForm } from '../../ui/forms/write-form';

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

export function AddressDialog({ subnet, ip }: { subnet: NetworkAt; ip?: string }) {
  const [draft, setDraft] = useState<Draft>(ip ? { ...empty, how: 'named', ip } : empty);
  const change = (changes: Partial<Draft>) => setDraft((former) => ({ ...former, ...changes }));
  const call = callOf(draft, subnet);
  const { data: ranges = [] } = useQuery(rangesQuery(subnet.id));
  const result = useDryRun(draft.how === 'next' || draft.ip.trim() !== '' ? call : undefined);
  return (
    <WriteForm<{ data?: unknown }>
      call={call}
      message={({ data }) => outcomeOf(draft, data)}
      label={submitLabel(draft)}
      disabled={result.isRefused}
    >
      <PickModeInput how={draft.how} change={(how) => change({ how })} />
      <PickFields draft={draft} change={change} ranges={namesOf(ranges)} />
      <PickResult how={draft.how} result={result} />
      <Names draft={draft} change={change} />
      <StateAndHold draft={draft} change={change} />
    </WriteForm>
  );
}

interface GroupProperties {
  readonly draft: Draft;
  readonly change: (changes: Partial<Draft>) => void;
}

const namesOf = (ranges: readonly AnyRecord[]): readonly string[] =>
  ranges.flatMap(({ name, allocation }) => (allocation === 'never' ? [] : [String(name)]));

function PickFields({
  draft: { how, ip, allocation },
  change,
  ranges,
}: GroupProperties & { readonly ranges: readonly string[] }) {
  if (how === 'next')
    return (
      <AllocationFields
        allocation={allocation}
        change={(next) => change({ allocation: next })}
        policies={['lowest', 'highest', 'random']}
        ranges={ranges}
        hasCount
      />
    );
  return (
    <TextInput
      label={labelOf('ip')}
      value={ip}
      onChange={(event) => change({ ip: event.currentTarget.value })}
      required
      classNames={{ input: 'mono' }}
    />
  );
}

const Names = ({ draft: { hostname, description, mac }, change }: GroupProperties) => (
  <>
    <KindText
      kind="address"
      name="hostname"
      placeholder={t('address.examples.hostname')}
      value={hostname}
      change={(text) => change({ hostname: text })}
      data-autofocus
    />
    <KindText
      kind="address"
      name="description"
      placeholder={t('address.examples.description')}
      value={description}
      change={(text) => change({ description: text })}
    />
    <TextInput
      label={labelOf('mac')}
      placeholder="00:11:22:33:44:55"
      value={mac}
      onChange={(event) => change({ mac: event.currentTarget.value })}
    />
  </>
);

function StateAndHold({ draft: { tag, hold }, change }: GroupProperties) {
  const { data: tags = [] } = useQuery({ ...recordsQuery('tools/tags'), enabled: useRights().reads('tag') });
  return (
    <Group grow gap="xs" align="flex-start">
      <Select
        label={labelOf('tag')}
        data={tags.map(({ id, type }) => ({ value: String(id), label: String(type) }))}
        value={hold ? '3' : tag}
        onChange={(chosen) => change({ tag: chosen ?? '2' })}
        allowDeselect={false}
        disabled={hold !== ''}
      />
      <HoldChoice label={t('hold.choice')} value={hold} change={(seconds) => change({ hold: seconds })} mayStay />
    </Group>
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
