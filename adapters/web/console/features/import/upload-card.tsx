import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { t } from '../../texts/text';
import { Card, Quiet } from '../../ui/page/page';
import { whole } from '../../values/numbers';
import { type Trouble, useUpload } from './upload';

export function UploadCard() {
  const upload = useUpload();
  if (!upload) return null;
  const { file, rows, uploaded, trouble, cancel } = upload;
  return (
    <Card title={t('import.uploading', { name: file })}>
      <Stack gap="xs" p={14}>
        <Group gap="sm" wrap="nowrap">
          <Progress value={(100 * uploaded) / Math.max(1, rows)} aria-label={t('common.progress')} animated style={{ flex: 1 }} />
          <Text size="sm">{t('import.part', { done: whole(uploaded), all: whole(rows) })}</Text>
        </Group>
        <Quiet>{t('import.uploadHelp')}</Quiet>
        <TroubleText of={trouble} />
        <Group>
          <Button variant="default" onClick={cancel}>
            {t('common.cancel')}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}

export const TroubleText = ({ of }: { of: Trouble | undefined }) => (
  <Text size="sm" c="var(--nearly)" role="status" {...(of ? {} : { display: 'none' })}>
    {of ? textOf(of) : ''}
  </Text>
);

const textOf = (trouble: Trouble): string =>
  trouble.is === 'unavailable' ? t('import.unavailable', { reason: trouble.reason }) : t(`import.${trouble.is}`);
