import { ActionIcon, Button, Checkbox, Group, Stack } from '@mantine/core';
import { ArrowDownIcon, ArrowUpIcon } from '@primer/octicons-react';
import { t } from '../../texts/text';
import { closeDialog } from '../../ui/dialogs/dialogs';
import { type CardName, cardNames, moved, useCards } from './cards';

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
            {cards.includes(name) ? <Moves name={name} cards={cards} store={store} /> : null}
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

interface MoveProperties {
  readonly name: CardName;
  readonly cards: readonly CardName[];
  readonly store: (cards: readonly CardName[]) => void;
}

const Moves = ({ name, cards, store }: MoveProperties) => {
  const label = t(`card.${name}`);
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        size="sm"
        aria-label={t('card.up', { card: label })}
        disabled={cards[0] === name}
        onClick={() => store(moved(cards, name, -1))}
      >
        <ArrowUpIcon size={14} />
      </ActionIcon>
      <ActionIcon
        size="sm"
        aria-label={t('card.down', { card: label })}
        disabled={cards.at(-1) === name}
        onClick={() => store(moved(cards, name, 1))}
      >
        <ArrowDownIcon size={14} />
      </ActionIcon>
    </Group>
  );
};
