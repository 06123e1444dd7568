/**
 * Your own authentication strategy: requests have a JSON Web Token (`Authorization: Bearer ...`, HS256) of a third party.
 * Run: node examples/own-auth-strategy.js
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { acceptedStrategies, createIpam } from 'hexipam';
import { createMemoryDatabase } from 'hexipam/memory';

const secret = 'shared with whoever makes the tokens';
const signatureOf = (signed) => createHmac('sha256', secret).update(signed).digest();
const partOf = (text) => JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));

/** Authenticates the user in the subject of a token. The claims are read only if the signature is valid. */
const bearer = {
  name: 'bearer',
  evidenceIn: ({ headers }) => /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1],
  async prove(_app, token) {
    const [head = '', claims = '', signature = ''] = token.split('.');
    const given = Buffer.from(signature, 'base64url');
    const wanted = signatureOf(`${head}.${claims}`);
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return { refused: 'invalid' };
    if (partOf(head).alg !== 'HS256') return { refused: 'invalid' };
    const { sub, exp } = partOf(claims);
    if (typeof sub !== 'string' || typeof exp !== 'number') return { refused: 'invalid' };
    return exp * 1000 < Date.now() ? { refused: 'expired' } : { username: sub };
  },
};

const ipam = await createIpam({
  storage: { database: createMemoryDatabase() },
  strategies: [bearer],
  accepted: { ...acceptedStrategies, none: { ...acceptedStrategies.none, requests: ['bearer', 'userToken'] } },
});
await ipam.administration.provision({
  apps: [{ id: 'portal', permission: 'write', security: 'none' }],
  users: [{ username: 'ann', password: 'not needed here', role: 'Administrator' }],
});
const server = createServer((request, response) => ipam.handle(request, response));
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

/** The token that a third party would issue. */
function tokenOf(claims) {
  const encode = (part) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${signed}.${signatureOf(signed).toString('base64url')}`;
}

const inAnHour = Math.floor(Date.now() / 1000) + 3600;
const tokens = {
  ann: tokenOf({ sub: 'ann', exp: inAnHour }),
  nobody: tokenOf({ sub: 'nobody', exp: inAnHour }),
  'ann, long ago': tokenOf({ sub: 'ann', exp: 1 }),
  'ann, forged': `${tokenOf({ sub: 'ann', exp: inAnHour }).slice(0, -4)}AAAA`,
};
for (const [who, token] of Object.entries(tokens)) {
  const { status } = await fetch(`http://127.0.0.1:${server.address().port}/api/portal/vlans/`, {
    headers: { authorization: `Bearer ${token}` },
  });
  console.log(`${who}: ${status === 401 || status === 403 ? 'refused' : 'let in'}`);
}
server.closeAllConnections();
server.close();
await ipam.close();
