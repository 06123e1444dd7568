import { textFor } from '../../texts/text';

/**
 * The service names a custom field by record type and field name: `subnets owner`. Returns `owner (Subnets)`, in the language of
 * the user.
 */
export const customFieldName = (name: string): string =>
  name.replace(/^(\S+) (.*)$/, (_, records, field) => `${field} (${textFor(`value.on.${records}`, records)})`);
