import { Button, Group, Stack } from '@mantine/core';
import { GearIcon, PlusIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { failureOf } from '../../api/client';
import { overviewQuery } from '../../api/queries';
import { useRights } from '../../api/session';
import { t } from '../../texts/text';
import { openDialog } from '../../ui/dialogs/dialogs';
import { IconButton } from '../../ui/page/icon-button';
import { Card, Empty, Failure, Heading, useDrawn } from '../../ui/page/page';
import { cardContents } from './card-contents';
import { useCards } from './cards';

export function OverviewPage() {
  const { data, error, refetch } = useQuery(overviewQuery);
  const rights = useRights();
  const { cards } = useCards();
  useDrawn('overview', data !== undefined);
  const failure = failureOf({ data, error });
  if (failure) return <Failure error={failure} retry={() => void refetch()} />;
  if (data && data.sections.length === 0) return <FirstSteps mayBegin={rights.all} />;
  const others = cards.filter((card) => card !== 'figures');
  const column = (side: number) => others.filter((_, index) => index % 2 === side);
  return (
    <Stack gap={14}>
      <Group justify="space-between">
        <Heading>{t('nav.overview')}</Heading>
        <Group gap="xs">
          <IconButton label={t('dialog.cards')} Picture={GearIcon} onClick={() => openDialog({ dialog: 'cards' })} />
          {rights.all ? (
            <Button leftSection={<PlusIcon size={15} />} variant="light" onClick={() => openDialog({ dialog: 'section' })}>
              {t('overview.addSection')}
            </Button>
          ) : null}
        </Group>
      </Group>
      {cards.includes('figures') ? cardContents.figures() : null}
      <div className="grid-2">
        {[0, 1].map((side) => (
          <Stack key={side} gap={14} miw={0}>
            {column(side).map((card) => (
              <div key={card}>{cardContents[card]()}</div>
            ))}
          </Stack>
        ))}
      </div>
    </Stack>
  );
}

const FirstSteps = ({ mayBegin }: { mayBegin: boolean }) => (
  <Card>
    {mayBegin ? (
      <Empty
        title={t('overview.welcome')}
        action={
          <Button size="sm" onClick={() => openDialog({ dialog: 'section', first: true })}>
            {t('overview.welcomeAction')}
          </Button>
        }
      >
        {t('overview.welcomeHelp')}
      </Empty>
    ) : (
      <Empty title={t('overview.noAccess')}>{t('overview.noAccessHelp')}</Empty>
    )}
  </Card>
);
