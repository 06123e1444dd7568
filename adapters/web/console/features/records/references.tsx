import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isNamedById, useNames } from '../../api/kinds';
import { kindsQuery, useTags } from '../../api/queries';
import { useRights } from '../../api/session';
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
  const names = useNames([{ kind, id }]);
  return <Named kind={kind} id={id} name={names.get(kind)?.get(id)} />;
}

/** Shows the records of a list of ids, `1;2`, as links. @param text the ids. Empty means all records, 0 means none */
export function ReferenceList({ kind, text }: { kind: string; text: string }) {
  const ids = text.split(';').filter((id) => id !== '' && id !== '0');
  const names = useNames(ids.map((id) => ({ kind, id }))).get(kind);
  if (ids.length === 0) return t(text.trim() === '' ? 'record.allOfThem' : 'common.none');
  return <Several>{ids.map((id) => [id, <Named key={id} kind={kind} id={id} name={names?.get(id)} />] as const)}</Several>;
}

export function ObjectLinks({ text }: { text: string }) {
  const objects = readObjects(text);
  const names = useNames(objects);
  return (
    <Several>
      {objects.map(({ kind, id }) => {
        const key = `${kind} ${id}`;
        return [key, <Named key={key} kind={kind} id={id} name={names.get(kind)?.get(id)} />] as const;
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

function Named({ kind, id, name }: Properties & { name: string | undefined }) {
  const { data: kinds = [] } = useQuery(kindsQuery);
  const isShown = useRights().reads(kind) && kinds.some((each) => each.name === kind);
  const text = name ?? `#${id}`;
  if (!isShown || name === undefined) return <span>{text}</span>;
  return (
    <>
      {kind === 'tag' ? <TagSwatch id={id} /> : null}
      <RecordPageLink kind={kind} id={id} className={isNamedById(kind) ? 'mono' : undefined}>
        {text}
      </RecordPageLink>
    </>
  );
}

export function TagSwatch({ id }: { id: string }) {
  const tags = useTags();
  const color = String(tags.find((tag) => String(tag.id) === id)?.bgcolor ?? '');
  return isColor(color) ? <ColorSwatch color={stateColor(color)} /> : null;
}
