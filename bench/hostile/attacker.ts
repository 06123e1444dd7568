/**
 * The attacker: a separate process with its own address. It performs one attack until it is killed, and reports its number of
 * attempts. It has the lowest priority, because a real attacker would use another machine.
 */
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { constants, setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { type Attack, attacks, type Target } from './attack.js';

const localAddress = '127.0.0.2';
let started = 0;

/** Sends one request and reads the answer; ignores all errors. */
function exchange(attack: Extract<Attack, { kind: 'flood' }>, { url, token }: Target, agent: Agent): Promise<void> {
  return new Promise((resolve) => {
    const { method = 'GET', path, headers = {}, body, withToken = false, abandonAfter } = attack;
    const own = withToken ? { ...headers, token } : headers;
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const outgoing = request(new URL(path, url), { method, headers: { ...own, ...length }, agent, path });
    outgoing.on('response', (incoming) => incoming.resume()).on('error', () => resolve());
    outgoing.on('close', resolve);
    if (abandonAfter !== undefined) setTimeout(() => outgoing.destroy(), abandonAfter);
    outgoing.end(body);
  });
}

async function flood(attack: Extract<Attack, { kind: 'flood' }>, target: Target): Promise<void> {
  const agent = new Agent({ keepAlive: true, localAddress });
  const repeat = async (): Promise<void> => {
    for (;;) {
      started++;
      await exchange(attack, target, agent);
      await delay(1); // avoids a busy loop after immediate refusals
    }
  };
  await Promise.all(Array.from({ length: attack.connections }, repeat));
}

function keepSilent(attack: Extract<Attack, { kind: 'silence' }>, target: Target): void {
  const { hostname, port } = new URL(target.url);
  const open = (): void => {
    started++;
    const socket = connect({ host: hostname, port: Number(port), localAddress, allowHalfOpen: true }, () =>
      socket.write(attack.sent.replace('{token}', target.token)),
    );
    socket.on('error', () => undefined);
    if (attack.takesNothing) socket.pause();
    else socket.resume();
    socket.on('close', () => setTimeout(open, 100));
  };
  for (let i = 0; i < attack.connections; i++) open();
}

setPriority(constants.priority.PRIORITY_LOW);
setInterval(() => process.send?.(started), 100);
const [name, url = '', token = ''] = process.argv.slice(2);
const attack = attacks.find((each) => each.name === name);
if (attack?.kind === 'flood') await flood(attack, { url, token });
else if (attack) keepSilent(attack, { url, token });
