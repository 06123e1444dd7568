/**
 * Smoke test of a running service: signs in, creates a section and a network, allocates the first address, and prints it.
 * It deletes the section and its network afterwards. Usage: node deploy/first-allocation.js URL PASSWORD
 */
const [url, password] = process.argv.slice(2);
if (!url || !password) throw new Error('usage: node deploy/first-allocation.js URL PASSWORD');

const api = `${url.replace(/\/$/, '')}/api/default`;
const timeoutMs = 20_000;

async function call(method, path, headers, body) {
  const response = await fetch(`${api}/${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    signal: AbortSignal.timeout(timeoutMs),
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

const authorization = `Basic ${Buffer.from(`Admin:${password}`).toString('base64')}`;
const { data } = await call('POST', 'user/', { authorization });
const headers = { token: data.token };
const section = await call('POST', 'sections/', headers, { name: `First allocation ${process.pid}` });
const subnet = await call('POST', 'subnets/', headers, { sectionId: section.id, subnet: '10.24.0.0', mask: 24 });
const address = await call('POST', `addresses/first_free/${subnet.id}/`, headers, {});
console.log(address.data);
await call('DELETE', `sections/${section.id}/`, headers);
