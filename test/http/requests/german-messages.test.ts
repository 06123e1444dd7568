import { expect } from 'chai';
import { answerFor, errorTable } from '../../../adapters/http/error-table.js';
import { StorageError } from '../../../application/ports/storage-error.js';
import { IpamError } from '../../../domain/errors.js';
import type { Answer } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';

/** The names of the details that a text uses. */
function namesIn(text: unknown): Set<string> {
  if (typeof text === 'string') return new Set([...text.matchAll(/\{(\w+)(?::64)?\}/g)].map(([, name = '']) => name));
  const used = new Set<string>();
  const note = (name: string | symbol): string => {
    used.add(String(name));
    return '';
  };
  const details = new Proxy({}, { get: (_, name) => note(name), has: (_, name) => note(name) === '' });
  if (typeof text === 'function')
    try {
      text(details);
    } catch {
      // a list of candidates is missing
    }
  return used;
}

describe('German messages', () => {
  it('exist for each error, differ from the English texts and use no further details', () => {
    const rows = Object.entries(errorTable);
    expect(rows.length).to.be.greaterThan(150);
    for (const [code, [, english, german]] of rows) {
      expect(german, code).to.not.equal('');
      const isTheSame = ['{entry}: {problem}'].includes(String(english));
      if (typeof english === 'string' && typeof german === 'string' && !isTheSame) expect(german, code).to.not.equal(english);
      if (code === 'customField.conflict') continue; // the details of its English text depend on the cause
      for (const name of namesIn(german)) expect([...namesIn(english), 'length'], `${code} ${name}`).to.include(name);
    }
  });

  it('contain the values of the error', () => {
    for (const [error, message] of [
      [
        new IpamError('field.type', { field: 'tag', expected: 'oneOf', among: ['a', 'b'] }),
        'Ungültiger Wert für tag: einer der Werte a, b wird erwartet',
      ],
      [
        new IpamError('field.type', { field: 'ip', expected: 'address' }),
        'Ungültiger Wert für ip: eine IP-Adresse wird erwartet',
      ],
      [new IpamError('subnet.overlapWithSibling', { cidr: '10.0.0.0/8' }), 'Das Subnetz überschneidet sich mit 10.0.0.0/8'],
      [
        new IpamError('subnet.overlapInSection', { cidr: '10.1.0.0/16', other: '10.0.0.0/8', description: '', section: 'Demo' }),
        'Das Subnetz 10.1.0.0/16 überschneidet sich mit 10.0.0.0/8 im Bereich Demo',
      ],
      [new IpamError('range.unknown', { name: 'x'.repeat(70) }), `Das Subnetz hat keinen Adressbereich ${'x'.repeat(64)}...`],
      [
        new IpamError('address.ambiguous', {
          ...{ ip: '10.0.0.1', further: 2 },
          candidates: [{ id: 4, cidr: '10.0.0.0/24', sectionId: 1, vrfId: null }],
        }),
        'Mehrere Subnetze enthalten 10.0.0.1: 4 (10.0.0.0/24 im Bereich 1, VRF keine) und 2 weitere',
      ],
      [
        new StorageError('gone', 'unavailable'),
        'Die Datenbank ist nicht erreichbar: Nichts wurde geändert, versuchen Sie es später erneut',
      ],
    ] as const)
      expect(answerFor(error, 'de')?.message).to.equal(message);
  });

  it('are returned only for the header Hexipam-Language: de', async () => {
    const server = await ApiServer.start();
    const client = server.client.with({ mismatch: async () => undefined }); // the description contains the English messages
    const messageFor = async (headers: Readonly<Record<string, string>>): Promise<Answer> =>
      client.send({ method: 'GET', target: '/sections/77/', headers });
    try {
      for (const headers of [{}, { 'Accept-Language': 'de' }, { 'Hexipam-Language': 'fr' }, { 'Hexipam-Language': 'de-AT' }])
        expect((await messageFor(headers)).envelope.message).to.equal('Section does not exist');
      const german = await messageFor({ 'Hexipam-Language': 'de' });
      expect([german.status, german.envelope.message]).to.deep.equal([404, 'Den Bereich gibt es nicht']);
    } finally {
      await server.close();
    }
  });

  it('are in the results of bulk requests and in the reports of rows', async () => {
    const server = await ApiServer.start();
    const client = server.client.with({ mismatch: async () => undefined });
    const send = (target: string, body: object): Promise<Answer> =>
      client.send({
        ...{ method: 'POST', target, body: JSON.stringify(body) },
        headers: { 'Content-Type': 'application/json', 'Hexipam-Language': 'de' },
      });
    try {
      await server.client.post('/sections/', { name: 'Lab' });
      const rows = await send('/rows/subnet/', { columns: ['section', 'subnet'], rows: [['Nowhere', '10.0.0.0/24']] });
      expect(rows.envelope.message).to.equal('1 von 1 Zeilen haben Fehler: nichts wurde gespeichert');
      expect(rows.text).to.include('Ungültiger Wert für sectionId: Nowhere gibt es nicht');
      const shapes = await send('/rows/subnet/', {
        ...{ columns: ['section', 'subnet'], create_missing: 1 },
        rows: [['Lab'], ['ab', '10.0.0.0/24']],
      });
      const { mistakes } = shapes.envelope.data as { mistakes: { message: string }[] };
      expect(mistakes.map(({ message }) => message)).to.deep.equal([
        '1 Zellen, aber 2 Spalten',
        'ab (section) gibt es nicht und kann nicht angelegt werden: Der Name fehlt oder ist zu kurz (mindestens 3 Zeichen)',
      ]);
      const bulk = await send('/addresses/bulk/', { items: [{ action: 'create', subnetId: 99, ip: '10.0.0.1' }] });
      expect(bulk.text).to.match(/gibt es nicht/);
    } finally {
      await server.close();
    }
  });
});
