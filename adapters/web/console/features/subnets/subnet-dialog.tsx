import { NumberInput, Select, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { labelOf } from '../../api/kinds';
import { useSectionsAt } from '../../api/queries';
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
import { useDraft, WriteForm } from '../../ui/forms/form';
import { type Planned, useDryRun } from '../../ui/forms/preview';
import { bitsOf } from '../../values/ip';

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

export function SubnetDialog(properties: Dialogs['subnet']) {
  const { master, folderId, isAnySection = false } = properties;
  const { values: draft, field, text } = useDraft<Draft>(() => beginningOf(properties));
  const call = callOf(draft, master, folderId);
  const isComplete = draft.how === 'next' || namedIn(draft).subnet !== '';
  const result = useDryRun(isComplete ? call : undefined);
  const navigate = useNavigate();
  return (
    <WriteForm<{ id: number; data: string }>
      call={call}
      message={({ data }) => t(draft.hold ? 'subnet.held' : 'subnet.created', { name: data })}
      after={({ id }) => navigate({ to: '/subnets/$id', params: { id: String(id) } })}
      label={t(draft.hold ? 'subnet.hold' : 'create.subnet')}
      disabled={result.isRefused}
    >
      {master ? <PickModeInput {...field('how')} /> : null}
      {draft.how === 'next' && master ? (
        <>
          <PrefixLength label={t('subnet.prefixLength')} {...field('mask')} min={master.mask + 1} address={master.subnet} />
          <AllocationFields {...field('allocation')} policies={['lowest', 'highest', 'random', 'best', 'sparse']} />
        </>
      ) : (
        <TextInput
          label={t('subnet.prefix')}
          placeholder={t('subnet.prefixPlaceholder')}
          {...text('cidr')}
          pattern="\s*[0-9A-Fa-f:.]+/[0-9]{1,3}\s*"
          title={t('subnet.prefixRule')}
          required
          data-autofocus
          classNames={{ input: 'mono' }}
        />
      )}
      {isAnySection ? <SectionChoice {...field('sectionId')} /> : null}
      {isComplete ? <PickResult how={draft.how} result={result} /> : null}
      <TextInput label={labelOf('description')} placeholder={t('subnet.descriptionPlaceholder')} {...text('description')} />
      <HoldChoice label={t('hold.choice')} {...field('hold')} mayStay />
    </WriteForm>
  );
}

const beginningOf = ({ sectionId, master, cidr = '' }: Dialogs['subnet']): Draft => ({
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

/** The description of a folder is its name. */
export function FolderDialog({ sectionId, folderId }: Dialogs['folder']) {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const position = folderId === undefined ? {} : { masterSubnetId: folderId };
  const call: Planned = { method: 'POST', path: 'subnets/', body: { isFolder: 1, description: name, sectionId, ...position } };
  return (
    <WriteForm<{ id: number }>
      call={call}
      message={() => t('subnet.folderCreated', { name })}
      after={({ id }) => navigate({ to: '/subnets/$id', params: { id: String(id) } })}
      label={t('create.folder')}
    >
      <TextInput
        label={labelOf('name')}
        description={t('subnet.folderHelp')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        pattern=".*\S.*"
        title={t('subnet.folderNameRule')}
        required
        data-autofocus
      />
    </WriteForm>
  );
}

interface LengthProperties {
  readonly label: string;
  readonly value: number;
  readonly onChange: (mask: number) => void;
  readonly min: number;
  /** An address of the network. Its family determines the maximum length. */
  readonly address: string;
}

export const PrefixLength = ({ label, value, onChange, min, address }: LengthProperties) => (
  <NumberInput
    label={label}
    value={value}
    onChange={(mask) => onChange(Number(mask))}
    min={min}
    max={bitsOf(address)}
    allowDecimal={false}
    allowNegative={false}
    data-autofocus
  />
);

export const SectionChoice = ({ value, onChange }: { value: number; onChange: (section: number) => void }) => (
  <Select
    label={t('section.one')}
    data={useSectionsAt(3).map(({ id, name }) => ({ value: String(id), label: name }))}
    value={String(value)}
    onChange={(section) => onChange(Number(section ?? value))}
    allowDeselect={false}
  />
);
