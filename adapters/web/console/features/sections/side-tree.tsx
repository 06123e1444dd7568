import { ActionIcon } from '@mantine/core';
import { ChevronDownIcon, ChevronRightIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AnyRecord, Section } from '../../api/client';
import { nameOfRecord } from '../../api/kinds';
import { listPage, type Parameters } from '../../api/lists';
import { sectionsQuery } from '../../api/queries';
import { t } from '../../texts/text';
import { useStoredList } from '../../ui/store';

/** Maximum number of networks of a section in the tree. The section page has all of them. */
const maxNetworks = 1000;

const networksQuery = (section: string) => ({
  queryKey: ['register', 'sections', Number(section), 'side tree'],
  queryFn: () => {
    const fields = 'id,subnet,mask,description,isFolder,masterSubnetId';
    const where: Parameters = [
      ['fields', fields],
      ['sort', 'subnet,mask'],
    ];
    return listPage(`sections/${section}/subnets`, { limit: maxNetworks, count: true, where });
  },
});

function useOpenRows() {
  const [open, store] = useStoredList('hexipam-side-tree');
  const isOpen = (key: string) => open.includes(key);
  return { isOpen, toggle: (key: string) => store(isOpen(key) ? open.filter((each) => each !== key) : [...open, key]) };
}

type OpenRows = ReturnType<typeof useOpenRows>;

/** Sections are ordered by their field `order`, then by name. */
export function SideTree() {
  const { data: sections = [] } = useQuery(sectionsQuery);
  const rows = useOpenRows();
  if (sections.length === 0) return null;
  const ids = new Set(sections.map(({ id }) => String(id)));
  const childrenOf = (master: string) =>
    sections.filter(({ masterSection }) => (ids.has(String(masterSection)) ? String(masterSection) : '0') === master);
  const branch = (section: Section): ReactNode => (
    <SectionRow key={section.id} section={section} rows={rows}>
      {childrenOf(String(section.id)).map(branch)}
    </SectionRow>
  );
  return (
    <>
      <div className="nav-title">{t('kind.section')}</div>
      <ul className="nav-list" aria-label={t('kind.section')}>
        {childrenOf('0').map(branch)}
      </ul>
    </>
  );
}

function SectionRow({ section, rows, children }: { section: Section; rows: OpenRows; children: ReactNode }) {
  const id = String(section.id);
  const key = `section ${id}`;
  const isOpen = rows.isOpen(key);
  return (
    <li>
      <span className="nav-row">
        <Toggle name={section.name} isOpen={isOpen} toggle={() => rows.toggle(key)} />
        <Link to="/sections/$id" params={{ id }} className="nav-link cut">
          {section.name}
        </Link>
      </span>
      {isOpen ? (
        <ul>
          {children}
          <NetworkRows section={id} rows={rows} />
        </ul>
      ) : null}
    </li>
  );
}

function NetworkRows({ section, rows }: { section: string; rows: OpenRows }) {
  const { data } = useQuery(networksQuery(section));
  if (!data) return null;
  const ids = new Set(data.rows.map(({ id }) => String(id)));
  const below = Map.groupBy(data.rows, ({ masterSubnetId }) => (ids.has(String(masterSubnetId)) ? String(masterSubnetId) : '0'));
  return (
    <>
      {(below.get('0') ?? []).map((network) => (
        <NetworkRow key={network.id} network={network} below={below} rows={rows} />
      ))}
      {data.total > maxNetworks ? (
        <li>
          <Link to="/sections/$id" params={{ id: section }} className="nav-link cut">
            {t('nav.allSubnets', { n: data.total })}
          </Link>
        </li>
      ) : null}
    </>
  );
}

interface NetworkProperties {
  readonly network: AnyRecord;
  readonly below: ReadonlyMap<string, readonly AnyRecord[]>;
  readonly rows: OpenRows;
}

function NetworkRow({ network, below, rows }: NetworkProperties) {
  const id = String(network.id);
  const children = below.get(id) ?? [];
  const isOpen = rows.isOpen(id);
  const name = nameOfRecord(network, false);
  return (
    <li>
      <span className="nav-row">
        {children.length > 0 ? (
          <Toggle name={name} isOpen={isOpen} toggle={() => rows.toggle(id)} />
        ) : (
          <span className="nav-space" />
        )}
        <Link
          to="/subnets/$id"
          params={{ id }}
          className={String(network.isFolder) === '1' ? 'nav-link cut' : 'nav-link cut mono'}
          title={nameOfRecord(network, true)}
        >
          {name}
        </Link>
      </span>
      {isOpen && children.length > 0 ? (
        <ul>
          {children.map((child) => (
            <NetworkRow key={child.id} network={child} below={below} rows={rows} />
          ))}
        </ul>
      ) : null}
    </li>
  );
}

/** The button that opens and closes a branch of a tree. */
export function Toggle({ name, isOpen, toggle }: { name: string; isOpen: boolean; toggle: () => void }) {
  const Arrow = isOpen ? ChevronDownIcon : ChevronRightIcon;
  return (
    <ActionIcon size={20} aria-label={t(isOpen ? 'tree.close' : 'tree.open', { name })} aria-expanded={isOpen} onClick={toggle}>
      <Arrow size={14} />
    </ActionIcon>
  );
}
