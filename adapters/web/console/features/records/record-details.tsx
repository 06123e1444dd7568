import { Stack } from '@mantine/core';
import type { AnyRecord } from '../../api/client';
import type { KindDescription } from '../../api/kinds';
import { t } from '../../texts/text';
import { Card } from '../../ui/page/card';
import { PageButton } from '../../ui/page/links';
import { ChangeList } from '../changes/change-list';
import { Belongings } from './belongings';
import { DnsRecords } from './dns-records';
import { RecordFacts } from './record-facts';

/** Number of changes that the page of a record shows at first, and that each click adds. */
const shownChanges = 10;

interface Properties {
  readonly kind: KindDescription;
  readonly record: AnyRecord;
}

export function RecordDetails({ kind, record }: Properties) {
  const id = String(record[kind.idName]);
  return (
    <div className="grid-record">
      <Stack gap={12} miw={0}>
        <Card title={t('record.details')}>
          <RecordFacts kind={kind} record={record} />
        </Card>
        <Belongings kind={kind} id={id} />
      </Stack>
      <Stack gap={12} miw={0}>
        <DnsRecords record={record} />
        <RecordHistory kind={kind.name} id={id} />
      </Stack>
    </div>
  );
}

export const RecordHistory = ({ kind, id }: { kind: string; id: string }) => (
  <Card
    title={t('common.history')}
    side={
      <PageButton variant="subtle" size="compact-xs" to="/changes" search={{ kind, objectId: id }}>
        {t('common.all')}
      </PageButton>
    }
  >
    <ChangeList conditions={{ kind, objectId: id }} empty={t('changes.none')} size={shownChanges} isOfOne />
  </Card>
);
