import { Kbd, Table } from '@mantine/core';
import { t } from '../../texts/text';
import { keyText } from '../../ui/values/key-text';

/** Keys with their meaning; several keys are alternatives. */
const shortcuts = [
  { name: 'find', keys: ['Ctrl K', '/'] },
  { name: 'sheet', keys: ['?'] },
  { name: 'move', keys: ['Alt M'] },
  { name: 'rows', keys: ['↑', '↓'] },
  { name: 'columns', keys: ['←', '→'] },
  { name: 'pages', keys: ['PageUp', 'PageDown'] },
  { name: 'ends', keys: ['Home', 'End'] },
  { name: 'cell', keys: ['Enter'] },
  { name: 'cancel', keys: ['Esc'] },
  { name: 'rack', keys: ['↑', '↓', 'Delete'] },
] as const;

export const ShortcutSheet = () => (
  <Table>
    <Table.Tbody>
      {shortcuts.map(({ name, keys }) => (
        <Table.Tr key={name}>
          <Table.Td style={{ whiteSpace: 'nowrap' }}>
            {keys.map((key) => (
              <Kbd key={key} size="xs" mr={4}>
                {keyText(key)}
              </Kbd>
            ))}
          </Table.Td>
          <Table.Td>{t(`shortcut.${name}`)}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);
