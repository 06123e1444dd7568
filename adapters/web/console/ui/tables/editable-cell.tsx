import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ConflictError, readVersion, type Version, writeVersion } from '../../api/versions';
import { t } from '../../texts/text';
import { openDialog } from '../dialogs/dialogs';

interface Properties {
  readonly label: string;
  readonly path: string;
  readonly name: string;
  readonly value: string;
}

/** Enter or leaving the field saves, Escape cancels. */
export function EditableCell({ label, path, name, value }: Properties) {
  const [isOpen, setOpen] = useState(false);
  const version = useRef<Promise<Version>>(undefined);
  const wasByKey = useRef(false);
  /** The write completes even if the page is left. */
  const save = useMutation({
    meta: { failed: t('cell.failed', { name: label }) },
    mutationFn: async ({ text, version }: Saved) => {
      const read = await version;
      if (String(read.record[name] ?? '') !== value) throw new ConflictError(read);
      await writeVersion(path, { [name]: text }, read);
    },
    onError: (error, { text }) => {
      if (error instanceof ConflictError)
        openDialog({ dialog: 'conflict', path, name: label, read: { [name]: value }, mine: { [name]: text }, now: error.now });
    },
  });
  if (isOpen) {
    const end = (text: string, isByKey: boolean) => {
      wasByKey.current = isByKey;
      setOpen(false);
      if (text !== value) save.mutate({ text, version: version.current ?? readVersion(path) });
    };
    return <OpenCell label={label} value={value} end={end} />;
  }
  const open = () => {
    if (save.isPending) return;
    version.current = readVersion(path);
    version.current.catch(() => undefined); // reported on save
    setOpen(true);
  };
  const shown = save.isPending ? save.variables.text : value;
  return (
    <button
      type="button"
      className="edit-cell"
      aria-label={t('cell.edit', { name: label, value: shown })}
      title={save.isPending ? t('cell.saving') : shown}
      aria-busy={save.isPending}
      ref={(button) => {
        if (wasByKey.current) button?.focus(); // keyboard users continue here
        wasByKey.current = false;
      }}
      onClick={open}
    >
      {shown}
    </button>
  );
}

interface Saved {
  readonly text: string;
  /** The record at the start of the edit. */
  readonly version: Promise<Version>;
}

function OpenCell({ label, value, end }: { label: string; value: string; end: (text: string, isByKey: boolean) => void }) {
  const isEnded = useRef(false);
  const endOnce = (text: string, isByKey: boolean) => {
    if (isEnded.current) return; // Enter removes the field, which fires blur again
    isEnded.current = true;
    end(text, isByKey);
  };
  return (
    <input
      className="edit-cell"
      aria-label={label}
      defaultValue={value}
      ref={(input) => input?.focus()}
      onBlur={(event) => endOnce(event.currentTarget.value, false)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        event.preventDefault(); // the button that gets the focus would treat the key as a click
        endOnce(event.key === 'Enter' ? event.currentTarget.value : value, true);
      }}
    />
  );
}
