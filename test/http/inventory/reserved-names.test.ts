import { expect } from 'chai';
import { type WireNames, wireNames } from '../../../adapters/http/wire/names.js';
import { problemWithName } from '../../../application/access/provisioning/custom-field-names.js';
import { shapeOf } from '../../../domain/catalog/record-types.js';
import { type CustomFieldOwner, customFieldOwners } from '../../../domain/fields/custom-field.js';
import { columnsOfAll, rowKinds, rowWord } from '../../../domain/transfer/columns.js';
import { ApiServer } from '../../support/api-server.js';
import { apiDescription } from '../../support/described/api-description.js';

/** First segments of the paths whose writes accept custom fields. */
const pathsOf: Readonly<Record<CustomFieldOwner, { readonly kind: keyof typeof wireNames; readonly paths: readonly string[] }>> =
  {
    sections: { kind: 'section', paths: ['/sections/'] },
    subnets: { kind: 'subnet', paths: ['/subnets/', '/folders/', '/prefix/'] },
    addresses: { kind: 'address', paths: ['/addresses/', '/prefix/'] },
    vlans: { kind: 'vlan', paths: ['/vlans/', '/vlan/'] },
    vrfs: { kind: 'vrf', paths: ['/vrfs/', '/vrf/'] },
    l2domains: { kind: 'l2domain', paths: ['/l2domains/'] },
    devices: { kind: 'device', paths: ['/devices/', '/tools/devices/'] },
    locations: { kind: 'location', paths: ['/tools/locations/'] },
    racks: { kind: 'rack', paths: ['/tools/racks/'] },
  };

/** Parameters that a custom field of the same name replaces. See the tests of criteria and holds. */
const givenUp = new Set(['hold', 'policy', 'from', 'to', 'quarantine', 'contiguous', 'count', 'explain', 'range']);

interface Described {
  readonly $ref?: string;
  readonly name?: string;
  readonly in?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly schema?: Described }>>;
  readonly parameters?: readonly Described[];
  readonly requestBody?: Described;
  readonly [key: string]: unknown;
}

function resolved(part: Described | undefined): Described | undefined {
  if (!part?.$ref) return part;
  const found = part.$ref
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((inside, name) => (inside as Record<string, unknown>)[name], apiDescription);
  return resolved(found as Described);
}

function membersOf(schema: Described | undefined): string[] {
  const found = resolved(schema);
  if (!found) return [];
  const inner = ['allOf', 'anyOf', 'oneOf'].flatMap((name) => (found[name] as readonly Described[] | undefined) ?? []);
  return [...Object.keys(found.properties ?? {}), ...inner.flatMap(membersOf)];
}

/** Names in query and body of a write. Empty if the write accepts no custom fields. */
function namesOfWrite(operation: Described): string[] {
  const bodies = Object.values(resolved(operation.requestBody)?.content ?? {});
  const members = bodies.flatMap(({ schema }) => membersOf(schema));
  if (!members.includes('custom_fields')) return [];
  const query = (operation.parameters ?? []).map(resolved).filter((each) => each?.in === 'query');
  return [...members, ...query.flatMap((each) => each?.name ?? [])];
}

describe('Names of custom fields', () => {
  for (const on of customFieldOwners) {
    const { kind, paths } = pathsOf[on];

    it(`of ${on} exclude the names in their requests and records`, () => {
      const described = apiDescription.paths as unknown as Readonly<Record<string, Readonly<Record<string, Described>>>>;
      const operations = Object.entries(described)
        .filter(([path]) => paths.some((first) => path.includes(first)))
        .filter(([path]) => !path.includes('/prefix/') || /\/(address|addresses|ip)\//.test(path) === (on === 'addresses'))
        .flatMap(([, byMethod]): Described[] =>
          ['post', 'put', 'patch'].flatMap((method) => {
            const each = byMethod[method];
            return each ? [each] : [];
          }),
        );
      const names: WireNames = wireNames[kind] ?? {};
      const all = [
        ...operations.flatMap(namesOfWrite),
        ...Object.keys(names.synonyms ?? {}),
        ...(names.computed ?? []),
        ...(names.id ? [names.id] : []),
      ];
      expect(all).to.include('dry_run').and.include('custom_fields');
      const free = new Set(all.filter((name) => !givenUp.has(name) && problemWithName(on, name) === undefined));
      expect([...free]).to.deep.equal([]);
    });
  }

  for (const kind of rowKinds.filter((each) => customFieldOwners.some((on) => on === rowWord(each)))) {
    it(`of ${rowWord(kind)} exclude the columns of their tables`, () => {
      const columns = columnsOfAll(kind, shapeOf(kind).fields, []);
      const free = columns.filter((name) => problemWithName(rowWord(kind) as CustomFieldOwner, name) === undefined);
      expect(free).to.deep.equal([]);
    });
  }

  it('are refused with an error when they are reserved', async () => {
    const server = await ApiServer.start();
    try {
      for (const [on, name] of [
        ['subnets', 'vlan'],
        ['addresses', 'section'],
        ['devices', 'dry_run'],
        ['l2domains', 'permissions'],
      ] as const) {
        const refused = server.provision({ customFields: [{ on, name, type: 'text' }] });
        const text = await refused.then(
          () => 'taken',
          (error: unknown) => String(error),
        );
        expect(text).to.include(`is reserved: ${on} already have a member or column of this name`);
      }
    } finally {
      await server.close();
    }
  });
});
