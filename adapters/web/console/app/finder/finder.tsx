import { CloseButton, Combobox, Loader, Modal, ScrollArea, TextInput, useCombobox } from '@mantine/core';
import { SearchIcon } from '@primer/octicons-react';
import { useEffect, useRef } from 'react';
import { maxHits } from '../../api/find';
import { t } from '../../texts/text';
import { Quiet } from '../../ui/page/page';
import { finder, useFinder } from './finder-store';
import { type Hit, useHits } from './hits';

export function Finder() {
  const { isOpen } = useFinder();
  return (
    <Modal
      opened={isOpen}
      onClose={finder.close}
      withCloseButton={false}
      padding={0}
      size={600}
      centered={false}
      yOffset={80}
      zIndex={900}
      attributes={{ content: { 'aria-label': t('app.search'), 'data-finder': true } }}
    >
      <Contents />
    </Modal>
  );
}

function Contents() {
  const { text } = useFinder();
  const { hits, isSettled, isCut, error } = useHits(text);
  const list = useCombobox({ opened: true });
  /** Whether Enter was pressed before the results arrived. */
  const isChosen = useRef(false);
  const shown = isSettled ? hits.map(({ id }) => id).join() : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: other results have another first one, which is selected
  useEffect(() => {
    if (shown === '') list.resetSelectedOption();
    else list.selectFirstOption();
  }, [shown]);
  const open = (hit: Hit | undefined) => {
    if (!hit) return;
    finder.close();
    hit.open();
  };
  useEffect(() => {
    if (isChosen.current && isSettled) open(hits[0]);
    if (isSettled) isChosen.current = false;
  });
  const help = text.trim() === '' ? t('search.help') : `${t('common.noMatch')}. ${t('search.help')}`;
  const note = isSettled ? help : t('search.searching');
  return (
    <Combobox store={list} onOptionSubmit={(id) => open(hits.find((hit) => hit.id === id))} withinPortal={false}>
      <Combobox.EventsTarget>
        <TextInput
          size="md"
          variant="unstyled"
          className="finder-input"
          aria-label={t('app.search')}
          placeholder={t('search.placeholder')}
          leftSection={isSettled ? <SearchIcon size={18} /> : <Loader size={16} />}
          rightSection={<CloseButton hiddenFrom="sm" aria-label={t('common.close')} onClick={finder.close} />}
          value={text}
          data-autofocus
          onChange={(event) => finder.write(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') finder.close();
            if (event.key === 'Enter' && !isSettled) isChosen.current = true;
          }}
        />
      </Combobox.EventsTarget>
      <ScrollArea h={380} type="auto" className="finder-list">
        <Combobox.Options aria-label={t('search.results')}>
          {hits.map((hit) => (
            <Option key={hit.id} hit={hit} />
          ))}
        </Combobox.Options>
        {hits.length === 0 || error ? (
          <Quiet ta="center" py="lg" px="md" role="status">
            {error?.message ?? note}
          </Quiet>
        ) : null}
        {isCut ? (
          <Quiet size="xs" ta="center" py="xs" px="md" role="status">
            {t('search.further', { n: maxHits })}
          </Quiet>
        ) : null}
      </ScrollArea>
    </Combobox>
  );
}

const Option = ({ hit: { id, label, description, sort } }: { hit: Hit }) => (
  <Combobox.Option value={id} className="finder-option">
    <span className="cut">
      {label}
      {description ? <span className="quiet"> {description}</span> : null}
    </span>
    <span className="quiet finder-sort">{sort}</span>
  </Combobox.Option>
);
