import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Subnet } from '../../api/client';
import { isFolder, listOf, nameOf } from '../../api/kinds';
import { sectionsQuery, subnetsOfSectionQuery } from '../../api/queries';
import { t } from '../../texts/text';
import { WriteForm } from '../../ui/forms/form';
import { type Planned, Preview, useDryRun } from '../../ui/forms/preview';
import { Quiet } from '../../ui/page/page';
import { bitsOf, numberOf } from '../../values/ip';
import { SectionChoice } from './subnet-dialog';

export function MoveDialog({ subnet }: { subnet: Subnet }) {
  const [sectionId, setSection] = useState(Number(subnet.sectionId));
  const [master, setMaster] = useState(String(subnet.masterSubnetId ?? '0'));
  const below = useBelow(subnet);
  const isSame = sectionId === Number(subnet.sectionId) && master === String(subnet.masterSubnetId ?? '0');
  const call = callOf(subnet, { sectionId, masterSubnetId: Number(master) }, below);
  const result = useDryRun(isSame ? undefined : call);
  return (
    <WriteForm
      call={call}
      message={() => t('subnet.moved', { name: nameOf(subnet) })}
      label={t('subnet.move')}
      disabled={isSame || result.isRefused}
    >
      <SectionChoice
        value={sectionId}
        onChange={(section) => {
          setSection(section);
          setMaster('0');
        }}
      />
      <MasterChoice subnet={subnet} below={below} sectionId={sectionId} value={master} change={setMaster} />
      {isSame ? (
        <Quiet>{t('subnet.moveHere')}</Quiet>
      ) : (
        <Preview result={result}>
          {() => (
            <Quiet>
              {t('subnet.moveOk', { n: below.length })}{' '}
              {sectionId === Number(subnet.sectionId) ? '' : t('subnet.movePermissions')}
            </Quiet>
          )}
        </Preview>
      )}
    </WriteForm>
  );
}

/** Returns the write request of the move. Moving to another section does not cascade, so the request includes all descendants. */
function callOf(subnet: Subnet, position: { sectionId: number; masterSubnetId: number }, below: readonly Subnet[]): Planned {
  const { id, sectionId } = subnet;
  if (position.sectionId === Number(sectionId) || below.length === 0)
    return { method: 'PATCH', path: `${listOf(subnet)}/${id}/`, body: position };
  const others = below.map((each) => ({ action: 'change', id: each.id, sectionId: position.sectionId }));
  return {
    method: 'POST',
    path: 'subnets/bulk/',
    body: { atomic: 1, items: [{ action: 'change', id, ...position }, ...others] },
  };
}

function useBelow(subnet: Subnet): readonly Subnet[] {
  const { data = [] } = useQuery(subnetsOfSectionQuery(Number(subnet.sectionId)));
  const children = Map.groupBy(data, ({ masterSubnetId }) => String(masterSubnetId));
  const found: Subnet[] = [];
  for (let next = children.get(String(subnet.id)) ?? []; next.length > 0; ) {
    found.push(...next);
    next = next.flatMap(({ id }) => children.get(String(id)) ?? []);
  }
  return found;
}

interface MasterProperties {
  readonly subnet: Subnet;
  readonly below: readonly Subnet[];
  readonly sectionId: number;
  readonly value: string;
  readonly change: (master: string) => void;
}

function MasterChoice({ subnet, below, sectionId, value, change }: MasterProperties) {
  const { data: all = [] } = useQuery(subnetsOfSectionQuery(sectionId));
  const { data: sections = [] } = useQuery(sectionsQuery);
  const name = sections.find(({ id }) => Number(id) === sectionId)?.name ?? '';
  const taken = new Set([subnet, ...below].map(({ id }) => String(id)));
  const possible = all.filter((each) => !taken.has(String(each.id)) && hasRoomFor(each, subnet));
  return (
    <Select
      label={t('subnet.parent')}
      data={[
        { value: '0', label: t('subnet.parentNone', { section: name }) },
        ...possible.map((each) => ({ value: String(each.id), label: labelOf(each) })),
      ]}
      value={value}
      onChange={(master) => change(master ?? '0')}
      allowDeselect={false}
      searchable
      limit={100}
      nothingFoundMessage={t('subnet.parentNotFound')}
      data-autofocus
    />
  );
}

const labelOf = (subnet: Subnet): string =>
  isFolder(subnet)
    ? t('subnet.parentFolder', { name: nameOf(subnet) })
    : [nameOf(subnet), subnet.description].filter(Boolean).join(' ');

/** Folders accept all subnets, networks only prefixes within their own prefix. */
function hasRoomFor(master: Subnet, subnet: Subnet): boolean {
  if (isFolder(master)) return true;
  if (isFolder(subnet) || bitsOf(master.subnet) !== bitsOf(subnet.subnet)) return false;
  const rest = BigInt(bitsOf(master.subnet) - Number(master.mask));
  return Number(master.mask) < Number(subnet.mask) && numberOf(master.subnet) >> rest === numberOf(subnet.subnet) >> rest;
}
