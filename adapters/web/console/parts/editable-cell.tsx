import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ConflictError, readVersion, type Version, writeVersion } from '../api/versions';
import { openDialog } from './dialogs';

interface Properties {
  readonly label: string;
  readonly path: string;
  readonly name: string;
  readonly value: string;
}

/** A value that is changed where it stands: Enter or leaving it saves, Escape does not. */
export function EditableCell({ label, path, name, value }: Properties) {
  const [isOpen, setOpen] = useState(false);
  const version = useRef<Promise<Version>>(undefined);
  const save = useMutation({
    mutationFn: async (text: string) => {
      const read = await (version.current ?? readVersion(path));
      if (String(read.record[name] ?? '') !== value) throw new ConflictError(read);
      await writeVersion(path, { [name]: text }, read);
    },
    onError: (error, text) => {
      if (error instanceof ConflictError)
        openDialog({ dialog: 'conflict', path, name: label, read: { [name]: value }, mine: { [name]: text }, now: error.now });
    },
  });
  const shown = save.isPending ? save.variables : value;
  const open = () => {
    version.current = readVersion(path);
    version.current.catch(() => undefined); // told when it is saved
    setOpen(true);
  };
  if (!isOpen)
    return (
      <button type="button" className="edit-cell" aria-label={`Change ${label}: ${shown}`} title={shown} onClick={open}>
        {shown}
      </button>
    );
  const end = (text: string) => {
    setOpen(false);
    if (text !== value) save.mutate(text);
  };
  return (
    <input
      className="edit-cell"
      aria-label={label}
      defaultValue={value}
      ref={(input) => input?.focus()}
      onBlur={(event) => end(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') end(event.currentTarget.value);
        if (event.key === 'Escape') setOpen(false);
      }}
    />
  );
}
