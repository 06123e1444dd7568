import { ActionIcon, Tooltip } from '@mantine/core';
import { DownloadIcon } from '@primer/octicons-react';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../texts/text';
import { notifyError } from '../../ui/page/notices';

interface Properties {
  readonly label: string;
  /** The file name without extension. */
  readonly name: string;
  readonly make: (queries: QueryClient) => Promise<string>;
}

/** Downloads all rows as a file, including rows that are not loaded yet. */
export function DownloadButton({ label, name, make }: Properties) {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  async function download() {
    setBusy(true);
    try {
      save(`${name.replaceAll(/[^\w.-]+/g, '-')}.csv`, await make(queries));
    } catch (error) {
      if (error instanceof Error) notifyError(error, t('export.failed'));
    } finally {
      setBusy(false);
    }
  }
  const title = t('export.csvOf', { content: label });
  return (
    <Tooltip label={title}>
      <ActionIcon aria-label={title} loading={isBusy} onClick={() => void download()}>
        <DownloadIcon size={16} />
      </ActionIcon>
    </Tooltip>
  );
}

function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000); // browsers read the file after the click
}
