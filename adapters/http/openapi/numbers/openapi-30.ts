/** A JSON object of a document. */
type Node = Readonly<Record<string, unknown>>;

/** Members whose values are data, no schemas. */
const data: ReadonlySet<string> = new Set(['default', 'enum', 'example', 'required', 'value']);

/** Keywords of JSON Schema that OpenAPI 3.0 lacks. */
const unknown: ReadonlySet<string> = new Set(['const', 'contentMediaType', 'patternProperties']);

/**
 * Converts a document from the keywords of JSON Schema 2020-12 to those of OpenAPI 3.0, which all generators read.
 * @param tree a part of a document of which each schema has one type, possibly with null
 */
export function openApi30(tree: unknown): unknown {
  if (Array.isArray(tree)) return tree.map(openApi30);
  if (typeof tree !== 'object' || tree === null) return tree;
  const node = tree as Node;
  if (typeof node.$ref === 'string') return { $ref: node.$ref };
  const members = Object.entries({ ...node, ...typeOf(node), ...exampleOf(node) });
  return Object.fromEntries(
    members.flatMap(([name, member]) => {
      if (member === undefined || unknown.has(name)) return [];
      if (name === 'properties') return [[name, mapOf(member as Node)]];
      return [[name, data.has(name) ? member : openApi30(member)]];
    }),
  );
}

/** Names of properties are no keywords. */
const mapOf = (properties: Node): Node =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, openApi30(schema)]));

/** Null is no type of its own. @throws Error for several types */
function typeOf({ type, const: only, enum: values }: Node): Node {
  if (only !== undefined) return { type: typeof only, enum: [only] };
  if (!Array.isArray(type)) return values !== undefined && type === undefined ? { type: typeof (values as unknown[])[0] } : {};
  const types = type.filter((each) => each !== 'null');
  if (types.length !== 1) throw new Error(`a schema of the types ${type.join(', ')}`);
  return { type: types[0], ...(types.length < type.length ? { nullable: true } : {}) };
}

/** A schema has one example; a parameter has named ones, which stay. */
const exampleOf = ({ examples }: Node): Node => (Array.isArray(examples) ? { examples: undefined, example: examples[0] } : {});
