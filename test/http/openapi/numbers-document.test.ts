import { expect } from 'chai';
import { numbersDescription } from '../../support/described/api-description.js';
import { numbersMismatch } from '../../support/described/described-exchange.js';

type Node = Readonly<Record<string, unknown>>;

/** A schema of the document and its path. */
type Placed = readonly [place: string, schema: Node];

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

const isSchema = ({ type, $ref, enum: values, properties, oneOf }: Node): boolean =>
  [type, $ref].some((each) => typeof each === 'string') || [values, oneOf].some(Array.isArray) || isNode(properties);

/** All schemas below a path, without examples. */
function* schemasBelow(place: string, value: unknown): Generator<Placed> {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* schemasBelow(`${place}/${index}`, item);
  if (!isNode(value)) return;
  if (isSchema(value)) yield [place, value];
  for (const [name, member] of Object.entries(value))
    if (name !== 'examples' && name !== 'example') yield* schemasBelow(`${place}/${name}`, member);
}

interface Described {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly requestBody?: Node;
  readonly responses: Readonly<Record<string, Node>>;
}

const paths = numbersDescription.paths as Readonly<Record<string, Readonly<Record<string, Described>>>>;
const operations = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, ...operation })),
);
const schemas = [...schemasBelow('', numbersDescription)];

const placesOf = (isWrong: (schema: Node) => boolean): string[] =>
  schemas.filter(([, schema]) => isWrong(schema)).map(([place]) => place);

describe('The OpenAPI document for client generators', () => {
  it('gives each schema one type', () => {
    expect(placesOf(({ type }) => Array.isArray(type))).to.deep.equal([]);
    expect(
      placesOf(({ enum: values, type }) => Array.isArray(values) && values.some((each) => typeof each !== type)),
    ).to.deep.equal([]);
    expect(placesOf(({ oneOf, anyOf, allOf }) => [oneOf, anyOf, allOf].some(Array.isArray))).to.deep.equal([
      '/components/schemas/hostCount',
    ]);
  });

  it('gives each list the schema of its items', () => {
    expect(placesOf(({ type, items }) => type === 'array' && !isNode(items))).to.deep.equal([]);
  });

  it('gives integers that may need more than 32 bits the format int64', () => {
    const isWide = ({ maximum, minimum }: Node): boolean => Math.max(Number(maximum ?? 0), -Number(minimum ?? 0)) > 2147483647;
    expect(placesOf((schema) => schema.type === 'integer' && isWide(schema) && schema.format !== 'int64')).to.deep.equal([]);
    const wide = placesOf(({ format }) => format === 'int64');
    for (const place of ['/components/schemas/vlan/properties/number', '/paths//admin/settings//patch'])
      expect(wide.join('\n')).to.include(place);
  });

  it('gives no member a default, which some generators would require', () => {
    expect(
      placesOf((schema) => 'default' in schema && 'type' in schema && !('in' in schema)).filter((place) =>
        /requestBody|schemas/.test(place),
      ),
    ).to.deep.equal([]);
  });

  it('gives each operation a tag, a unique name, a summary and a description', () => {
    for (const { tags, operationId, summary, description, path, method } of operations) {
      expect(tags, `${method} ${path}`).to.have.length(1);
      expect(operationId).to.match(/^[a-z]+([A-Z0-9][a-z0-9]*)*$/);
      expect(summary).to.match(/^[A-Z].*[^.]$/);
      expect(description, operationId).to.match(/\.$/);
    }
    const names = operations.map(({ operationId }) => operationId);
    expect(names.filter((name, place) => names.indexOf(name) !== place)).to.deep.equal([]);
  });

  it('has examples that match the schemas of their status', () => {
    let count = 0;
    const wrong = operations.flatMap(({ path, method, requestBody, responses }) => {
      const places: readonly (readonly [string, Node | undefined])[] = [
        ['requestBody', requestBody],
        ...Object.entries(responses).map(([status, response]) => [`responses/${status}`, response] as const),
      ];
      return places.flatMap(([place, part]) => {
        const media = ((part?.content ?? {}) as Readonly<Record<string, Node>>)['application/json'];
        const example = (media?.examples as { recorded?: { value: { code?: number } } } | undefined)?.recorded?.value;
        if (example === undefined) return [];
        count++;
        if (place !== 'requestBody') expect(place).to.equal(`responses/${example.code}`);
        const problem = numbersMismatch(path, method, place, example);
        return problem === undefined ? [] : [`${method} ${path} ${place}${problem}: ${JSON.stringify(example).slice(0, 300)}`];
      });
    });
    expect(wrong.join('\n')).to.equal('');
    expect(count).to.be.above(120);
  });
});
