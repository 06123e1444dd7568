import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../texts/text';
import { readCsvFile } from './csv-file';
import { interruptedUpload, isSameFile } from './interrupted-upload';
import type { StoredImport } from './stored-imports';
import { continueUpload } from './upload';
import { useUpload } from './upload-store';

/** Continues the upload of an import after its tab was closed. */
export function Interrupted({ of: { id, received } }: { of: StoredImport }) {
  const queries = useQueryClient();
  const isUploading = useUpload() !== undefined;
  const [upload] = useState(() => interruptedUpload(id));
  const again = useMutation({
    meta: { failed: t('import.uploadFailed') },
    mutationFn: async (chosen: File) => {
      const file = await readCsvFile(chosen);
      if (!upload || !isSameFile(upload, file)) throw new Error(t('import.otherFile', { name: upload?.file ?? '' }));
      await continueUpload(queries, upload, file, Number(received));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['register', 'imports'] }),
  });
  if (isUploading) return null;
  return (
    <Stack gap="xs">
      <Text size="sm" className="quiet">
        {t(upload ? 'import.interrupted' : 'import.receiving')}
      </Text>
      {upload ? (
        <Group>
          <FileButton
            accept=".csv,.txt,.tsv,text/csv"
            onChange={(file) => file && again.mutate(file)}
            inputProps={{ 'aria-label': t('import.file') }}
          >
            {(button) => (
              <Button variant="default" loading={again.isPending} {...button}>
                {t('import.continueUpload', { name: upload.file })}
              </Button>
            )}
          </FileButton>
        </Group>
      ) : null}
    </Stack>
  );
}
