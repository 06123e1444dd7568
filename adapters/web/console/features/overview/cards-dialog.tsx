import { ActionIcon, Button, Checkbox, Group, Stack } from '@mantine/core';
import { ArrowDownIcon, ArrowUpIcon } from '@primer/octicons-react';
import { t } from '../../texts/text';
import { closeDialog } from '../../ui/dialogs/dialogs';
import { type CardName, cardNames, moved, useCards } from './cards';

const moves = [
  { way: 'up', by: -1, Picture: ArrowUpIcon },
  { way: 'down', by: 1, Picture: ArrowDownIcon },
] as const;

export function CardsDialog() {
  const { cards, store, reset } = useCards();
  const listed = [...cards, ...cardNames.filter((name) => !cards.includes(name))];
  const choose = (name: CardName, isShown: boolean) => store(isShown ? [...cards, name] : cards.filter((each) => each !== name));
  return (
    <Stack gap="xs">
      <ul className="views" aria-label={t('dialog.cards')}>
        {listed.map((name) => (
          <li key={name}>
            <Checkbox
              label={t(`card.${name}`)}
              checked={cards.includes(name)}
              onChange={(event) => choose(name, event.currentTarget.checked)}
            />
            <span />
            {cards.includes(name) ? (
              <Group gap={4} wrap="nowrap">
                {moves.map(({ way, by, Picture }) => (
                  <ActionIcon
                    key={way}
                    size="sm"
                    aria-label={t(`card.${way}`, { card: t(`card.${name}`) })}
                    disabled={cards.at(by < 0 ? 0 : -1) === name}
                    onClick={() => store(moved(cards, name, by))}
                  >
                    <Picture size={14} />
                  </ActionIcon>
                ))}
              </Group>
            ) : null}
          </li>
        ))}
      </ul>
      <Group justify="space-between">
        <Button variant="subtle" onClick={reset}>
          {t('addresses.columnsReset')}
        </Button>
        <Button onClick={closeDialog}>{t('common.close')}</Button>
      </Group>
    </Stack>
  );
}
