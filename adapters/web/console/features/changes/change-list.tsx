import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { Change } from '../../api/client';
import { t } from '../../texts/text';
import { Empty, Failure, Loading } from '../../ui/page/card';
import { ChangeLine } from './change-line';
import { ChangeValues } from './change-values';
import { type ChangeNames, useChangeNames } from './use-change-names';
import { type ChangeConditions, useChanges } from './use-changes';

/** Changes, newest first, each with its values before and after. @param empty what is said where there is none */
export function ChangeList({ conditions, empty }: { conditions: ChangeConditions; empty: string }) {
  const { changes, failure, again, older, hasOlder, isFetching } = useChanges(conditions);
  const names = useChangeNames(changes ?? []);
  if (failure) return <Failure error={failure} retry={again} />;
  if (!changes) return <Loading lines={10} />;
  if (changes.length === 0 && !hasOlder) return <Empty title={empty} />;
  return (
    <>
      <div style={{ padding: 6 }}>
        {changes.map((change) => (
          <Entry key={change.id} change={change} names={names} />
        ))}
      </div>
      {hasOlder ? (
        <Group justify="center" p="sm">
          <Button variant="subtle" loading={isFetching} onClick={older}>
            {t('changes.older')}
          </Button>
        </Group>
      ) : null}
    </>
  );
}

function Entry({ change, names }: { change: Change; names: ChangeNames }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Group gap={0} wrap="nowrap">
        <div style={{ flex: 1, minWidth: 0 }}>
          <ChangeLine change={change} names={names} />
        </div>
        <Button variant="subtle" color="gray" size="compact-xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'changes.less' : 'changes.values')}
        </Button>
      </Group>
      {isOpen ? <ChangeValues change={change} /> : null}
    </div>
  );
}
