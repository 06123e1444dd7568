import { List, Text } from '@mantine/core';
import type { AnyRecord } from '../../api/client';
import { titleOf } from '../../api/kinds';
import { count, counted } from '../../values/numbers';
import { told, useCascade } from './use-cascade';

/** What a deletion takes along, or takes a value from. @param path of the record that goes: `subnets/7/` */
export function CascadeNotice({ path }: { path: string }) {
  const { networks, lines, isLoading, failed } = useCascade(path);
  if (failed)
    return (
      <Text size="sm" c="red" role="alert">
        What goes along could not be looked up: {failed.message}
      </Text>
    );
  if (isLoading)
    return (
      <Text size="sm" className="quiet" aria-busy="true">
        Looking up what goes along…
      </Text>
    );
  if (networks.length === 0 && lines.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600}>
        What that means for others
      </Text>
      <List size="sm" spacing={4} mt={4}>
        {networks.length > 0 ? (
          <List.Item>
            {counted(networks.length, 'subnet')} below {networks.length === 1 ? 'goes' : 'go'} along: {namesOf(networks)}
          </List.Item>
        ) : null}
        {lines.map(({ key, name, title, goes, total, records }) => (
          <List.Item key={key}>
            {total === 1 ? `1 ${name}` : `${count(total)} ${title}`} {cascadeText(goes, total === 1)}: {namesOf(records, total)}
          </List.Item>
        ))}
      </List>
    </div>
  );
}

function cascadeText(goes: boolean, isOne: boolean): string {
  if (goes) return isOne ? 'goes along' : 'go along';
  return isOne ? 'loses its reference to it' : 'lose their reference to it';
}

function namesOf(records: readonly AnyRecord[], total = records.length): string {
  const names = records.slice(0, told).map((record) => nameOf(record));
  return total > told ? `${names.join(', ')}…` : names.join(', ');
}

const nameOf = (record: AnyRecord): string => {
  if (record.ip) return String(record.ip);
  return record.subnet && record.mask ? `${record.subnet}/${record.mask}` : titleOf(record);
};
