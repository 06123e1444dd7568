import { expect } from 'chai';
import { PresentSets } from '../../../application/dns/dns-plan.js';
import type { PresentSet } from '../../../domain/dns/record-set.js';

const zone = 'example.org';
const setOf = (name: string): PresentSet => ({ name, type: 'A', ttl: 60, contents: ['10.0.0.1'], retained: [], isOurs: true });
const namesOf = (count: number) => Array.from({ length: count }, (_, index) => `host${index}.${zone}`);

/** A server with a zone of 100 names, which records its requests. */
function askedServer() {
  const asked: string[] = [];
  const dns = {
    async recordSetsOf(_zone: string, name: string) {
      asked.push(name);
      return [setOf(name)];
    },
    async *recordSets(whole: string) {
      asked.push(whole);
      for (const name of namesOf(100)) yield setOf(name);
    },
  };
  return { asked, sets: new PresentSets(dns) };
}

describe('The cached record sets of a DNS server', () => {
  it('are read with one request when many names of a zone are needed', async () => {
    const { asked, sets } = askedServer();
    const names = [...namesOf(50), `absent.${zone}`];
    await sets.readAhead(names.map((name) => ({ zone, name })));
    expect(await sets.of(zone, `host7.${zone}`)).to.deep.equal([setOf(`host7.${zone}`)]);
    expect(await sets.of(zone, `absent.${zone}`)).to.deep.equal([]);
    expect(asked).to.deep.equal([zone]);
  });

  it('are read name by name when few are needed or when a name was not read ahead', async () => {
    const { asked, sets } = askedServer();
    await sets.readAhead(namesOf(3).map((name) => ({ zone, name })));
    expect(asked).to.deep.equal([]);
    await sets.of(zone, `host1.${zone}`);
    await sets.readAhead(namesOf(50).map((name) => ({ zone, name })));
    await sets.of(zone, `host70.${zone}`);
    expect(asked).to.deep.equal([`host1.${zone}`, zone, `host70.${zone}`]);
  });
});
