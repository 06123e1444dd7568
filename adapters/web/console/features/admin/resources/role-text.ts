import { textFor } from '../../../texts/text';
import type { ResourceRecord } from '../queries';

/** Returns the text of a role's member in the language of the user. Undefined for members that are not translated. */
export function roleText(name: string, record: ResourceRecord): string | undefined {
  const value = record[name];
  const texts = Array.isArray(value) ? value.map(String) : [];
  if (name === 'description' && String(record.builtIn) === '1')
    return textFor(`role.purpose.${record.name}`, String(value ?? ''));
  if (name === 'rights') return texts.map((right) => textFor(`value.right.${right}`, right)).join(', ');
  return name === 'levels' ? texts.map(levelText).join(', ') : undefined;
}

/** @param level for example `vlan:read` */
export function levelText(level: string): string {
  const [kind = '', name = ''] = level.split(':');
  return `${textFor(`kind.${kind}`, kind)}: ${textFor(`value.inventory.${name}`, name)}`;
}
