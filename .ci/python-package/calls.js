/** The Python types of calls, from the OpenAPI description. */

/** Schema keywords that limit values. They are removed, because answers of a later version may contain other values. */
const limits = [
  'enum',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'example',
  'default',
];

const methods = ['get', 'post', 'patch', 'delete'];
const texts = { string: 'str', integer: 'int', number: 'float', boolean: 'bool' };
const upper = (name) => `${name[0].toUpperCase()}${name.slice(1)}`;
const camel = (name) =>
  name
    .split(/[^a-zA-Z0-9]+/)
    .filter(Boolean)
    .map(upper)
    .join('');

/** Removes limits of values from a schema of answers. The keys of `properties` are names, not keywords. */
function widened(schema, isNames = false) {
  if (Array.isArray(schema)) return schema.map((each) => widened(each));
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.entries(schema).filter(([word]) => isNames || !limits.includes(word));
  return Object.fromEntries(members.map(([word, value]) => [word, widened(value, !isNames && word === 'properties')]));
}

const isRecord = (schema) => schema.type === 'object' && schema.properties !== undefined;

function reference(name, isNullable) {
  const schema = { $ref: `#/components/schemas/${name}` };
  return isNullable ? { nullable: true, allOf: [schema] } : schema;
}

/** Adds models by name. Each record within a model becomes a model, named after its parent and its member. */
class Models {
  schemas = {};
  #components;
  #isReserved;

  /** @param components schemas by name; records among them retain their names */
  constructor(components) {
    this.#components = components;
    const records = Object.entries(components).filter(([, schema]) => isRecord(schema));
    const reserved = new Set(records.map(([name]) => upper(name)));
    this.#isReserved = (name) => reserved.has(name);
    for (const [name, schema] of records) this.#define(upper(name), schema);
  }

  /** Adds a record. @returns its name, with a number if another record has the same name */
  add(wanted, record) {
    let name = wanted;
    for (let number = 2; this.#isReserved(name) || this.schemas[name] !== undefined; number++) name = `${wanted}${number}`;
    this.#define(name, record);
    return name;
  }

  #define(name, { nullable, ...record }) {
    this.schemas[name] = record;
    const members = Object.entries(record.properties).map(([member, schema]) => [
      member,
      this.#named(schema, name + camel(member)),
    ]);
    this.schemas[name] = { ...record, properties: Object.fromEntries(members) };
  }

  /** Replaces records in a schema by references to models. */
  #named(schema, name) {
    const component = schema.$ref?.split('/').at(-1);
    if (component !== undefined) {
      const target = this.#components[component];
      return isRecord(target) ? reference(upper(component), target.nullable) : this.#named(target, name);
    }
    if (schema.type === 'array') return { ...schema, items: this.#named(schema.items ?? {}, name) };
    return isRecord(schema) ? reference(this.add(name, schema), schema.nullable) : schema;
  }
}

/**
 * Returns the schemas of the models, and the operations with the Python types of their data. Records without a name are named after
 * their operation.
 */
export function preparedIn(description) {
  const schemas = Object.entries(description.components.schemas).map(([name, schema]) => [name, widened(schema)]);
  const components = Object.fromEntries(schemas);
  const models = new Models(components);
  const known = { components, models };
  const operations = Object.entries(description.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => (item[method] ? [operationOf(method, path, item[method], description, known)] : [])),
  );
  const document = { openapi: description.openapi, info: description.info, paths: {}, components: { schemas: models.schemas } };
  return { document, operations };
}

function operationOf(method, path, operation, description, known) {
  const data = Object.entries(operation.responses).flatMap(([status, response]) =>
    status.startsWith('2') ? [dataOf(resolved(response, description), description)] : [],
  );
  const parameters = (operation.parameters ?? []).map((parameter) => resolved(parameter, description));
  const query = new Set(parameters.filter((each) => each.in === 'query').map(({ name }) => name));
  return {
    method,
    path,
    arguments: parameters
      .filter((each) => each.in === 'path')
      .map(({ name, schema }) => ({ name, type: schema.type === 'integer' ? 'int' : 'str | int' })),
    hasBody: operation.requestBody !== undefined,
    hasPages: method === 'get' && query.has('limit') && query.has('after') && data[0]?.type === 'array',
    type: [...new Set(data.map((schema) => typeOf(widened(schema), upper(operation.operationId), known)))].join(' | '),
  };
}

const resolved = (value, description) =>
  value.$ref
    ? value.$ref
        .slice(2)
        .split('/')
        .reduce((within, name) => within[name], description)
    : value;

/** Returns the schema of `data`; undefined for an answer without data. */
function dataOf(response, description) {
  const { schema } = response.content?.['application/json'] ?? {};
  return schema && resolved(schema, description).properties?.data;
}

/** Returns a Python type. Adds a model for a record without a name. */
function typeOf(schema, name, known) {
  if (schema === undefined) return 'None';
  const optional = schema.nullable ? ' | None' : '';
  if (schema.$ref) return componentType(schema.$ref.split('/').at(-1), known);
  if (schema.type === 'array') return `list[${typeOf(schema.items ?? {}, `${name}Item`, known)}]${optional}`;
  if (isRecord(schema)) return `models.${known.models.add(name, schema)}${optional}`;
  if (schema.type === 'object') return `dict[str, Any]${optional}`;
  return texts[schema.type] ? `${texts[schema.type]}${optional}` : 'Any';
}

/** Returns the type of a component. The name of its model begins with a capital letter. */
function componentType(name, known) {
  const schema = known.components[name];
  return isRecord(schema) ? `models.${upper(name)}${schema.nullable ? ' | None' : ''}` : typeOf(schema, upper(name), known);
}

/** Returns the contents of Python files by name. */
export function callsIn(operations) {
  return {
    'answers.py': answersOf(operations),
    'calls.py': callsOf(operations, false),
    'async_calls.py': callsOf(operations, true),
  };
}

function answersOf(operations) {
  const lines = operations.map(({ method, path, type }) => `    ("${method}", "${path}"): ${type},\n`);
  const head = '"""Types of the data of answers."""\nfrom typing import Any\n\nfrom . import models\n\n';
  return `${head}ANSWERS: dict[tuple[str, str], Any] = {\n${lines.join('')}}\n`;
}

const headOf = (isAsync) => `"""Types of the calls of a client."""
from __future__ import annotations

import builtins
from collections.abc import ${isAsync ? 'AsyncIterator, Awaitable' : 'Iterator'}
from typing import TYPE_CHECKING, Any, Literal, overload

from .._answer import Answer
from . import models

if TYPE_CHECKING:
    from .._requests import Body, Headers, Query


class ${isAsync ? 'AsyncCalls' : 'Calls'}:
    """Calls of operations by their path. Arguments of the path are keyword arguments of the call."""

`;

/** The members without overloads, and those that the client implements. */
const tailOf = (iterator, answer) => `
    def list(
        self, path: str, *, query: Query | None = None, headers: Headers | None = None, page_size: int = 500, **arguments: Any
    ) -> ${iterator}[Any]:
        """Iterates over the records of a list, page by page."""
        return self._list(path, arguments, page_size, query=query, headers=headers)

    def _call(self, method: str, path: str, arguments: dict[str, str | int], **parts: Any) -> ${answer}:
        raise NotImplementedError

    def _list(self, path: str, arguments: dict[str, str | int], page_size: int, **parts: Any) -> ${iterator}[Any]:
        raise NotImplementedError
`;

function callsOf(operations, isAsync) {
  const iterator = isAsync ? 'AsyncIterator' : 'Iterator';
  const returns = (type) => (isAsync ? `Awaitable[Answer[${type}]]` : `Answer[${type}]`);
  const own = methods.flatMap((method) => [
    ...overloadsOf(
      method,
      operations.filter((each) => each.method === method),
      returns,
    ),
    methodOf(method, returns('Any')),
  ]);
  const lists = overloadsOf(
    'list',
    operations.filter(({ hasPages }) => hasPages),
    (type) => `${iterator}[${recordOf(type)}]`,
  );
  const body = [...own, ...lists].join('\n') + tailOf(iterator, returns('Any'));
  return headOf(isAsync) + body.replaceAll(/(?<=[[ ])list\[/g, 'builtins.list['); // in the class, `list` is its method
}

const recordOf = (type) => /^list\[(.*)\]$/.exec(type)[1];

const methodOf = (method, answer) => `
    def ${method}(
        self,
        path: str,
        *,
        query: Query | None = None,
        body: Body | None = None,
        headers: Headers | None = None,
        **arguments: Any,
    ) -> ${answer}:
        """Sends a ${method.toUpperCase()} request and returns the answer. Raises HexipamError, NoAnswerError."""
        return self._call("${method}", path, arguments, query=query, body=body, headers=headers)
`;

/** Returns one overload for the paths with the same arguments and the same answer. */
function overloadsOf(name, operations, returns) {
  const groups = new Map();
  for (const each of operations) {
    const extra = name === 'list' ? ['page_size: int = ...'] : each.hasBody ? ['body: Body | None = ...'] : [];
    const words = [...each.arguments.map(({ name, type }) => `${name}: ${type}`), 'query: Query | None = ...', ...extra];
    const signature = `*, ${words.join(', ')}, headers: Headers | None = ...) -> ${returns(each.type)}: ...`;
    groups.set(signature, [...(groups.get(signature) ?? []), each.path]);
  }
  const lines = ([signature, paths]) => [
    '    @overload',
    `    def ${name}(self, path: Literal[${paths.map((path) => `"${path}"`).join(', ')}], ${signature}`,
  ];
  return [...groups].flatMap(lines);
}
