import { textFor } from '../../texts/text';

/** The labels of the keys of a combination. */
export const keyText = (keys: string): string =>
  keys
    .split(' ')
    .map((key) => textFor(`key.${key}`, key))
    .join(' ');
