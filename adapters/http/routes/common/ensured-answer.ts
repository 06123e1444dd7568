import type { Ensured } from '../../../../application/transfer/ensure/ensured.js';
import type { PlainAnswer } from '../../answer.js';

export interface EnsureMessages {
  readonly created?: string | undefined;
  readonly changed?: string | undefined;
}

/** Creates the answer of an ensure request. @param location path of the records below the application */
export const ensuredAnswer =
  (location: string, { created, changed }: EnsureMessages) =>
  ({ id, outcome }: Ensured): PlainAnswer => {
    const message = { created, changed, unchanged: undefined }[outcome];
    const body = { ...(message === undefined ? {} : { message }), id, data: outcome };
    return outcome === 'created' ? { status: 201, ...body, location: `${location}/${id}/` } : body;
  };
