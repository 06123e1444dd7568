import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../api/client';

/** A value that is changed where it stands: Enter or leaving it saves, Escape does not. */
export function EditableCell({ label, path, name, value }: { label: string; path: string; name: string; value: string }) {
  const [isOpen, setOpen] = useState(false);
  const save = useMutation({ mutationFn: (text: string) => send('PATCH', path, { [name]: text }) });
  const shown = save.isPending ? save.variables : value;
  if (!isOpen)
    return (
      <button type="button" className="edit-cell" aria-label={`Change ${label}`} title={shown} onClick={() => setOpen(true)}>
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
