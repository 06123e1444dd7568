import { Button } from '@mantine/core';
import { DownloadIcon } from '@primer/octicons-react';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../texts/text';
import { IconButton } from './icon-button';
import { notifyError } from './notices';

interface Download {
  /** The file name without extension. */
  readonly name: string;
  readonly make: (queries: QueryClient) => Promise<string | Blob>;
}

interface Properties extends Download {
  readonly label: string;
  readonly size?: 'sm';
}

/** The file includes rows that are not loaded yet. */
export function DownloadButton({ label, size, ...file }: Properties) {
  const { isBusy, download } = useDownload(file);
  return (
    <IconButton
      label={t('export.csvOf', { content: label })}
      Picture={DownloadIcon}
      loading={isBusy}
      onClick={() => void download()}
      size={size}
    />
  );
}

export function LabelledDownload({ label, ...file }: Omit<Properties, 'size'>) {
  const { isBusy, download } = useDownload(file);
  return (
    <Button variant="default" leftSection={<DownloadIcon size={16} />} loading={isBusy} onClick={() => void download()}>
      {label}
    </Button>
  );
}

function useDownload({ name, make }: Download) {
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
  return { isBusy, download };
}

function save(name: string, content: string | Blob): void {
  const url = URL.createObjectURL(new Blob([content], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000); // browsers read the file after the click
}
