import { recentAuthenticationMinutes } from '../../../../domain/access/access-token.js';
import { type RouteDoc, shows } from '../../openapi/docs.js';
import { listOf, objectOf, type Schema, value } from '../../openapi/schema.js';

const request: Schema = {
  description: "The client's request: the query of `/oauth/authorize` in base64url.",
  type: 'string',
};

const text: Schema = { type: 'string' };

export const authorizationDocs = {
  read: {
    id: 'readAuthorization',
    summary: 'The request of an OAuth client',
    text: 'Returns the client, the receiver of its code, and the requested scopes that you can grant. The client has chosen its name.',
    query: { request },
    answer: shows(
      objectOf({
        client: { ...text, description: 'Name of the client, as it states it.' },
        clientHost: {
          type: ['string', 'null'],
          description: 'Host of the metadata document that identifies the client; null for a registered client.',
        },
        receiver: { ...text, description: 'Host of the redirect URI, or the scheme of a program.' },
        isLocal: value('flag', 'Whether the redirect URI is a loopback address of the device of the user.'),
        scopes: listOf(objectOf({ scope: text, isRead: value('flag', 'Whether the scope only reads.') })),
      }),
    ),
    errors: ['permission.denied', 'authorization.invalid', 'rate.limited'],
  },
  decide: {
    id: 'decideAuthorization',
    summary: 'Allow or refuse the request of an OAuth client',
    text: `Returns the URL to which the browser must be redirected. The user must have authenticated in the last ${recentAuthenticationMinutes} minutes.`,
    input: {
      members: {
        request,
        allow: value('flag', 'Whether you allow the request.'),
        scopes: { ...listOf(text), description: 'Granted scopes, some of the requested ones.' },
      },
      required: ['request'],
    },
    answer: shows(objectOf({ url: { ...text, description: 'Redirect URI of the client with a code or an error.' } })),
    errors: ['permission.denied', 'authorization.invalid', 'account.proofOutdated', 'rate.limited'],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
