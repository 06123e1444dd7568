/** A JSON object of a document. */
type Node = Readonly<Record<string, unknown>>;

/** Members that contain data instead of schemas. */
const data: ReadonlySet<string> = new Set(['default', 'enum', 'example', 'required', 'value']);

/** Keywords of JSON Schema that OpenAPI 3.0 lacks. */
const unknown: ReadonlySet<string> = new Set(['const', 'contentMediaType', 'patternProperties']);

/**
 * Converts JSON Schema 2020-12 to the keywords of OpenAPI 3.0, which all generators support.
 * @param tree a part of a document; each schema in it has one type, optionally with null
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

/** Converts the values of an object with property names as keys. */
const mapOf = (properties: Node): Node =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, openApi30(schema)]));

/** Converts the type; null becomes a keyword. @throws Error for several types */
function typeOf({ type, const: only, enum: values }: Node): Node {
  if (only !== undefined) return { type: typeof only, enum: [only] };
  if (!Array.isArray(type)) return values !== undefined && type === undefined ? { type: typeof (values as unknown[])[0] } : {};
  const types = type.filter((each) => each !== 'null');
  if (types.length !== 1) throw new Error(`a schema of the types ${type.join(', ')}`);
  return { type: types[0], ...(types.length < type.length ? { nullable: true } : {}) };
}

/** Converts examples: a schema has one example. Named examples of parameters remain unchanged. */
const exampleOf = ({ examples }: Node): Node => (Array.isArray(examples) ? { examples: undefined, example: examples[0] } : {});
