import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { kindsQuery, recordsQuery } from '../../api/queries';
import { useRights } from '../../api/session';
import { useNames } from '../../api/use-names';
import { isNamedById, useNamesById } from '../../api/use-names-by-id';
import { t } from '../../texts/text';
import { readObjects } from '../../ui/forms/object-select';
import { RecordPageLink } from '../../ui/page/links';
import { ColorSwatch, isColor, stateColor } from '../../ui/values/color-swatch';

interface Properties {
  readonly kind: string;
  readonly id: string;
}

/** Shows the id alone if the user may not read the kind. */
export function ReferenceLink({ kind, id }: Properties) {
  const nameOf = useReferenceNames(kind, [id]);
  return <Named kind={kind} id={id} name={nameOf(id)} />;
}

/** Shows the records of a list of ids, `1;2`, as links. @param text the ids. Empty means all records, 0 means none */
export function ReferenceList({ kind, text }: { kind: string; text: string }) {
  const ids = text.split(';').filter((id) => id !== '' && id !== '0');
  const nameOf = useReferenceNames(kind, ids);
  if (ids.length === 0) return t(text.trim() === '' ? 'record.allOfThem' : 'common.none');
  return <Several>{ids.map((id) => [id, <Named key={id} kind={kind} id={id} name={nameOf(id)} />] as const)}</Several>;
}

export function ObjectLinks({ text }: { text: string }) {
  const objects = readObjects(text);
  const idsOf = (requested: string) => objects.flatMap(({ kind, id }) => (kind === requested ? [id] : []));
  const names = { address: useNamesById('address', idsOf('address')), subnet: useNamesById('subnet', idsOf('subnet')) };
  return (
    <Several>
      {objects.map(({ kind, id }) => {
        const key = `${kind} ${id}`;
        return [key, <Named key={key} kind={kind} id={id} name={names[kind].get(id)} isMono />] as const;
      })}
    </Several>
  );
}

const Several = ({ children }: { children: readonly (readonly [string, ReactNode])[] }) =>
  children.map(([key, child], index) => (
    <span key={key}>
      {index > 0 ? ', ' : ''}
      {child}
    </span>
  ));

interface NamedProperties extends Properties {
  readonly name: string | undefined;
  readonly isMono?: boolean;
}

function Named({ kind, id, name, isMono = isNamedById(kind) }: NamedProperties) {
  const { data: kinds = [] } = useQuery(kindsQuery);
  const isShown = useRights().reads(kind) && kinds.some((each) => each.name === kind);
  const text = name ?? `#${id}`;
  if (!isShown || name === undefined) return <span>{text}</span>;
  return (
    <>
      {kind === 'tag' ? <TagSwatch id={id} /> : null}
      <RecordPageLink kind={kind} id={id} {...(isMono ? { className: 'mono' } : {})}>
        {text}
      </RecordPageLink>
    </>
  );
}

export function TagSwatch({ id }: { id: string }) {
  const { data: tags = [] } = useQuery({ ...recordsQuery('tools/tags'), enabled: useRights().reads('tag') });
  const color = String(tags.find((tag) => String(tag.id) === id)?.bgcolor ?? '');
  return isColor(color) ? <ColorSwatch color={stateColor(color)} /> : null;
}

/** Undefined for unknown and unreadable records. */
export function useReferenceNames(kind: string, ids: readonly string[]): (id: string) => string | undefined {
  const byId = useNamesById(kind === 'address' ? 'address' : 'subnet', isNamedById(kind) ? ids : []);
  const names = useNames(isNamedById(kind) ? [] : [{ refersTo: kind }]).get(kind);
  return (id) => byId.get(id) ?? names?.get(id);
}
