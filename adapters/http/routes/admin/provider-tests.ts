import type { AccessAdministration } from '../../../../application/access/administration/index.js';
import type { TestUser } from '../../../../application/access/administration/sign-in-provider-administration.js';
import { IpamError } from '../../../../domain/errors.js';
import { scalarText } from '../../../../domain/scalar-text.js';
import type { Route } from '../../api-request.js';
import type { RequestParameters } from '../../wire/parameters.js';
import { writing } from '../route.js';
import { adminDocs as about } from './docs.js';

const attempt = writing('attempt');

export const providerTests = ({ signInProviders }: AccessAdministration): Route[] => [
  {
    ...attempt(
      'POST',
      '/sign_in_providers/:name/test',
      about.testProvider,
      async ({ caller, path: { name = '' }, parameters }) => {
        const steps = await signInProviders.test(caller, name, testUser(name, parameters));
        return { data: steps.map(({ step, problem }) => ({ step, problem })) };
      },
    ),
    secrets: ['password'],
  },
];

/** @throws IpamError provision.invalid for a user name without a password, or the reverse */
function testUser(provider: string, { username, password }: RequestParameters): TestUser | undefined {
  const [name, secret] = [scalarText(username) ?? '', scalarText(password) ?? ''];
  if (name !== '' && secret !== '') return { username: name, password: secret };
  if (name === '' && secret === '') return undefined;
  const entry = `sign-in provider ${provider} ${name === '' ? '"username"' : '"password"'}`;
  throw new IpamError('provision.invalid', { entry, problem: 'is missing' });
}
