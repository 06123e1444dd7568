import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { labelOf } from '../../api/kinds';
import { t } from '../../texts/text';
import type { NetworkAt } from '../../ui/dialogs/dialogs';
import { Actions } from '../../ui/forms/actions';
import { AllocationFields, type AllocationOptions, defaultAllocation, membersOf } from '../../ui/forms/allocation-fields';
import { Form } from '../../ui/forms/form';
import { HoldChoice } from '../../ui/forms/hold-choice';
import { type PickMode, PickModeInput, PickResult } from '../../ui/forms/pick-mode';
import { PrefixLength } from '../../ui/forms/prefix-length';
import { type Planned, useDryRun } from '../../ui/forms/preview';
import { SectionChoice } from '../../ui/forms/section-choice';
import { useWrite } from '../../ui/forms/use-write';

interface Properties {
  readonly sectionId: number;
  readonly master?: NetworkAt;
  readonly folderId?: number;
  readonly cidr?: string;
  readonly isAnySection?: boolean;
}

interface Draft {
  readonly sectionId: number;
  readonly how: PickMode;
  readonly cidr: string;
  readonly mask: number;
  readonly allocation: AllocationOptions;
  readonly description: string;
  /** Seconds; empty for no hold. */
  readonly hold: string;
}

export function SubnetDialog(properties: Properties) {
  const { master, folderId, isAnySection = false } = properties;
  const [draft, setDraft] = useState<Draft>(() => beginningOf(properties));
  const change = (chunk: Partial<Draft>) => setDraft((former) => ({ ...former, ...chunk }));
  const call = callOf(draft, master, folderId);
  const isComplete = draft.how === 'next' || namedIn(draft).subnet !== '';
  const result = useDryRun(isComplete ? call : undefined);
  const create = useCreation(call, draft.hold !== '');
  return (
    <Form send={create.mutate}>
      {master ? <PickModeInput how={draft.how} change={(how) => change({ how })} /> : null}
      <PickFields draft={draft} change={change} master={master} />
      {isAnySection ? <SectionChoice value={draft.sectionId} change={(sectionId) => change({ sectionId })} /> : null}
      {isComplete ? <PickResult how={draft.how} result={result} /> : null}
      <TextInput
        label={labelOf('description')}
        placeholder={t('subnet.descriptionPlaceholder')}
        value={draft.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <HoldChoice label={t('hold.choice')} value={draft.hold} change={(hold) => change({ hold })} mayStay />
      <Actions
        label={t(draft.hold ? 'subnet.hold' : 'create.subnet')}
        busy={create.isPending}
        disabled={result.isRefused}
        call={call}
      />
    </Form>
  );
}

function useCreation(call: Planned, isHeld: boolean) {
  const navigate = useNavigate();
  return useWrite<{ id: number; data: string }>(call, {
    message: ({ data }) => t(isHeld ? 'subnet.held' : 'subnet.created', { name: data }),
    after: ({ id }) => navigate({ to: '/subnets/$id', params: { id: String(id) } }),
  });
}

interface PickProperties {
  readonly draft: Draft;
  readonly change: (chunk: Partial<Draft>) => void;
  readonly master: NetworkAt | undefined;
}

function PickFields({ draft: { how, cidr, mask, allocation }, change, master }: PickProperties) {
  if (how === 'next' && master)
    return (
      <>
        <PrefixLength
          label={t('subnet.prefixLength')}
          value={mask}
          change={(length) => change({ mask: length })}
          min={master.mask + 1}
          address={master.subnet}
        />
        <AllocationFields
          allocation={allocation}
          change={(next) => change({ allocation: next })}
          policies={['lowest', 'highest', 'random', 'best', 'sparse']}
        />
      </>
    );
  return (
    <TextInput
      label={t('subnet.prefix')}
      placeholder={t('subnet.prefixPlaceholder')}
      value={cidr}
      onChange={(event) => change({ cidr: event.currentTarget.value })}
      pattern="\s*[0-9A-Fa-f:.]+/[0-9]{1,3}\s*"
      title={t('subnet.prefixRule')}
      required
      data-autofocus
      classNames={{ input: 'mono' }}
    />
  );
}

const beginningOf = ({ sectionId, master, cidr = '' }: Properties): Draft => ({
  sectionId,
  how: master && !cidr ? 'next' : 'named',
  cidr,
  mask: master ? usualMask(master) : 24,
  allocation: defaultAllocation,
  description: '',
  hold: '',
});

const usualMask = ({ subnet, mask }: NetworkAt): number =>
  subnet.includes(':') ? Math.min(128, Math.max(mask + 1, 64)) : Math.min(32, Math.max(mask + 1, 24));

function callOf(draft: Draft, master: NetworkAt | undefined, folderId: number | undefined): Planned {
  const { sectionId, how, mask, allocation, description, hold } = draft;
  const held = hold ? { hold: Number(hold) } : {};
  if (how === 'next' && master) {
    const path = `subnets/${master.id}/first_subnet/${mask}/`;
    return { method: 'POST', path, body: { description, ...membersOf(allocation), ...held } };
  }
  const above = master?.id ?? folderId;
  const position = above === undefined ? {} : { masterSubnetId: above };
  return { method: 'POST', path: 'subnets/', body: { ...namedIn(draft), sectionId, description, ...position, ...held } };
}

const form = /^\s*([0-9a-f:.]+)\/(\d{1,3})\s*$/i;

/** Empty while the prefix is invalid. */
function namedIn({ cidr }: Draft): { readonly subnet: string; readonly mask: string } {
  const [, subnet = '', mask = ''] = form.exec(cidr) ?? [];
  return { subnet, mask };
}
