import { labelOf } from '../../../api/kinds';
import { t, textFor } from '../../../texts/text';
import { timeColumn } from '../../../ui/tables/columns';
import type { DataColumn } from '../../../ui/tables/data-table';
import type { MemberDescription, ResourceRecord } from '../queries';
import { levelText, rightText } from './member-field';
import type { Resource } from './resources';

type MemberType = MemberDescription['type'] | undefined;

export const columnsOf = ({ kind, columns }: Resource, members: readonly MemberDescription[]): DataColumn<ResourceRecord>[] =>
  columns.map((name, position) => {
    const type = members.find((member) => member.name === name)?.type;
    const [title, isMinor] = [labelOf(name, kind), position > 1 && name !== 'disabled' && name !== 'failures'];
    if (type === 'time') return timeColumn(name, title, '165px', { never: t('common.never'), isMinor });
    const text = (record: ResourceRecord) =>
      (kind === 'role' ? roleText(name, record) : undefined) ?? printed(name, type, record[name]);
    return { name, title, width: widthOf(name, type, position), isMinor, text, ...(position === 0 ? { look: 'strong' } : {}) };
  });

const isLong = (name: string): boolean => ['description', 'comment', 'url', 'groups', 'levels', 'rights'].includes(name);

function widthOf(name: string, type: MemberType, position: number): string {
  if (position === 0) return 'minmax(130px, 1.6fr)';
  if (type === 'flag') return '84px';
  return isLong(name) ? 'minmax(100px, 2fr)' : 'minmax(88px, 1fr)';
}

/** Returns the text of a role's member in the language of the user. Undefined for members that are not translated. */
function roleText(name: string, record: ResourceRecord): string | undefined {
  const value = record[name];
  const texts = Array.isArray(value) ? value.map(String) : [];
  if (name === 'description' && String(record.builtIn) === '1')
    return textFor(`role.purpose.${record.name}`, String(value ?? ''));
  if (name === 'rights') return texts.map(rightText).join(', ');
  return name === 'levels' ? texts.map(levelText).join(', ') : undefined;
}

/** The type of a custom field of texts. */
const customTextLength = /^varchar\((\d+)\)$/;

function printed(name: string, type: MemberType, value: ResourceRecord[string]): string {
  if (value === null || value === undefined) return '';
  if (name === 'type' && customTextLength.test(String(value)))
    return String(value).replace(customTextLength, (_, n) => t('customField.text', { n }));
  if (type === 'flag') return String(value) === '1' ? t('common.yes') : '';
  if (type === 'enum') return textFor(`value.${name}.${value}`, String(value));
  return Array.isArray(value) ? value.join(', ') : String(value);
}
